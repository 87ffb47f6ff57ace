<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Command Palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Find an action, a session, a file, an agent, a setting…</source>
        <translation>查找操作、会话、文件、智能体或设置…</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>File of the project</source>
        <translation>项目文件</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open a project folder</source>
        <translation>打开一个项目文件夹</translation>
    </message>
    <message>
        <source>New Session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Start a conversation in this project</source>
        <translation>在此项目中开始对话</translation>
    </message>
    <message>
        <source>Try the Demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>A scripted tour that needs no model and no key</source>
        <translation>按脚本进行的演示，不需要模型也不需要密钥</translation>
    </message>
    <message>
        <source>Export Session…</source>
        <translation>导出会话…</translation>
    </message>
    <message>
        <source>Save this conversation as a file</source>
        <translation>将此对话保存为文件</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close Spinney</source>
        <translation>关闭 Spinney</translation>
    </message>
    <message>
        <source>Search All Sessions</source>
        <translation>搜索所有会话</translation>
    </message>
    <message>
        <source>Find text in every conversation</source>
        <translation>在每个对话中查找文字</translation>
    </message>
    <message>
        <source>Go to Parent</source>
        <translation>转到上级</translation>
    </message>
    <message>
        <source>Open the session that started this one</source>
        <translation>打开启动此会话的会话</translation>
    </message>
    <message>
        <source>Go to First Child</source>
        <translation>转到第一个下级</translation>
    </message>
    <message>
        <source>Open the first session this one started</source>
        <translation>打开此会话启动的第一个会话</translation>
    </message>
    <message>
        <source>Next Sibling</source>
        <translation>下一个同级</translation>
    </message>
    <message>
        <source>Open the next session on the same level</source>
        <translation>打开同一级的下一个会话</translation>
    </message>
    <message>
        <source>Previous Sibling</source>
        <translation>上一个同级</translation>
    </message>
    <message>
        <source>Open the session before, on the same level</source>
        <translation>打开同一级的上一个会话</translation>
    </message>
    <message>
        <source>Next That Needs You</source>
        <translation>下一个需要您的会话</translation>
    </message>
    <message>
        <source>Open the next session that waits for you or has something unread</source>
        <translation>打开下一个等待您或有未读内容的会话</translation>
    </message>
    <message>
        <source>Rename Session…</source>
        <translation>重命名会话…</translation>
    </message>
    <message>
        <source>Give this session another title</source>
        <translation>给此会话换一个标题</translation>
    </message>
    <message>
        <source>Coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>The agent of this session leads others and does nothing itself</source>
        <translation>本会话的智能体只带领其他智能体，自己不动手</translation>
    </message>
    <message>
        <source>Archive Session</source>
        <translation>归档会话</translation>
    </message>
    <message>
        <source>Take it off the list without deleting it</source>
        <translation>从列表中移除但不删除</translation>
    </message>
    <message>
        <source>Delete Session…</source>
        <translation>删除会话…</translation>
    </message>
    <message>
        <source>Delete it with everything below it</source>
        <translation>连同其下的一切一起删除</translation>
    </message>
    <message>
        <source>Write a Prompt</source>
        <translation>撰写提示</translation>
    </message>
    <message>
        <source>Put the cursor into the composer</source>
        <translation>将光标移到输入框</translation>
    </message>
    <message>
        <source>Send Now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Give it to the agent at the next step</source>
        <translation>在下一步交给智能体</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Stop this turn; background tasks go on</source>
        <translation>停止本轮；后台任务继续</translation>
    </message>
    <message>
        <source>Attach File…</source>
        <translation>附加文件…</translation>
    </message>
    <message>
        <source>Add a file or an image to the prompt</source>
        <translation>在提示中添加文件或图片</translation>
    </message>
    <message>
        <source>Ask Aside…</source>
        <translation>旁问…</translation>
    </message>
    <message>
        <source>Ask about this conversation without leaving a trace in it</source>
        <translation>就此对话提问，而不在其中留下痕迹</translation>
    </message>
    <message>
        <source>Fork…</source>
        <translation>分叉…</translation>
    </message>
    <message>
        <source>Let a copy of this conversation work on something in the background</source>
        <translation>让此对话的副本在后台处理某事</translation>
    </message>
    <message>
        <source>Find in Session</source>
        <translation>在会话中查找</translation>
    </message>
    <message>
        <source>Find text in this conversation</source>
        <translation>在此对话中查找文字</translation>
    </message>
    <message>
        <source>Jump to Latest</source>
        <translation>跳到最新</translation>
    </message>
    <message>
        <source>Scroll to the end and stay there</source>
        <translation>滚动到末尾并停留</translation>
    </message>
    <message>
        <source>Previous Prompt</source>
        <translation>上一条提示</translation>
    </message>
    <message>
        <source>Scroll to the prompt before</source>
        <translation>滚动到上一条提示</translation>
    </message>
    <message>
        <source>Next Prompt</source>
        <translation>下一条提示</translation>
    </message>
    <message>
        <source>Scroll to the next prompt</source>
        <translation>滚动到下一条提示</translation>
    </message>
    <message>
        <source>Copy Last Answer</source>
        <translation>复制最后的回答</translation>
    </message>
    <message>
        <source>Copy the agent&apos;s last answer</source>
        <translation>复制智能体最后的回答</translation>
    </message>
    <message>
        <source>Compact Context</source>
        <translation>压缩上下文</translation>
    </message>
    <message>
        <source>Replace old messages by a summary for the model</source>
        <translation>用摘要替换给模型的旧消息</translation>
    </message>
    <message>
        <source>What Fills the Context…</source>
        <translation>上下文的构成…</translation>
    </message>
    <message>
        <source>Tokens by kind, and the way to compact them</source>
        <translation>按种类列出的令牌数，以及压缩的方法</translation>
    </message>
    <message>
        <source>Review Changes…</source>
        <translation>审查更改…</translation>
    </message>
    <message>
        <source>Have changes looked at by a reviewer that only reads</source>
        <translation>让只读的审查者查看更改</translation>
    </message>
    <message>
        <source>Review Uncommitted Changes</source>
        <translation>审查未提交的更改</translation>
    </message>
    <message>
        <source>What is changed and not committed</source>
        <translation>已更改但尚未提交的内容</translation>
    </message>
    <message>
        <source>Review Against a Branch…</source>
        <translation>对照分支审查…</translation>
    </message>
    <message>
        <source>Everything that changed since a branch</source>
        <translation>自某个分支以来的全部更改</translation>
    </message>
    <message>
        <source>Review a Commit…</source>
        <translation>审查一次提交…</translation>
    </message>
    <message>
        <source>What one commit changed</source>
        <translation>一次提交所做的更改</translation>
    </message>
    <message>
        <source>Review What You Describe…</source>
        <translation>按描述审查…</translation>
    </message>
    <message>
        <source>Say in words what to look at</source>
        <translation>用文字说明要看什么</translation>
    </message>
    <message>
        <source>What This Session Changed…</source>
        <translation>此会话更改了什么…</translation>
    </message>
    <message>
        <source>All its changes to files, turn by turn</source>
        <translation>按轮次列出它对文件的全部更改</translation>
    </message>
    <message>
        <source>Go Back to a Prompt…</source>
        <translation>回到某条提示…</translation>
    </message>
    <message>
        <source>Undo files, conversation or both after a prompt</source>
        <translation>撤销某条提示之后的文件、对话或两者</translation>
    </message>
    <message>
        <source>Redo…</source>
        <translation>重做…</translation>
    </message>
    <message>
        <source>Bring back what going back undid</source>
        <translation>恢复回退所撤销的内容</translation>
    </message>
    <message>
        <source>Next Request</source>
        <translation>下一个请求</translation>
    </message>
    <message>
        <source>Show the next permission request</source>
        <translation>显示下一个权限请求</translation>
    </message>
    <message>
        <source>Answer a Plan</source>
        <translation>答复计划</translation>
    </message>
    <message>
        <source>Read the plan that a teammate presents, and answer it</source>
        <translation>阅读队友提出的计划并答复</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>团队</translation>
    </message>
    <message>
        <source>Who is in the team, what they share and what they write</source>
        <translation>团队成员、共享任务与往来消息</translation>
    </message>
    <message>
        <source>Send to Background</source>
        <translation>转到后台</translation>
    </message>
    <message>
        <source>Let the task go on while you do other things</source>
        <translation>让任务继续，您可以做别的事</translation>
    </message>
    <message>
        <source>Send Message…</source>
        <translation>发送消息…</translation>
    </message>
    <message>
        <source>Tell the selected task something</source>
        <translation>向所选任务说些什么</translation>
    </message>
    <message>
        <source>Open Its Session</source>
        <translation>打开其会话</translation>
    </message>
    <message>
        <source>Show the conversation of the selected task</source>
        <translation>显示所选任务的对话</translation>
    </message>
    <message>
        <source>Open Its Folder</source>
        <translation>打开其文件夹</translation>
    </message>
    <message>
        <source>Show the folder the selected task works in</source>
        <translation>显示所选任务工作的文件夹</translation>
    </message>
    <message>
        <source>Resume Task</source>
        <translation>继续任务</translation>
    </message>
    <message>
        <source>Let a task that was cut off go on from where it was</source>
        <translation>让被中断的任务从中断处继续</translation>
    </message>
    <message>
        <source>Review Its Changes…</source>
        <translation>审查其更改…</translation>
    </message>
    <message>
        <source>See and take what the task changed in its worktree</source>
        <translation>查看并采用任务在其工作树中所做的更改</translation>
    </message>
    <message>
        <source>Worktrees…</source>
        <translation>工作树…</translation>
    </message>
    <message>
        <source>All worktrees of this project, and the bin</source>
        <translation>此项目的所有工作树以及回收站</translation>
    </message>
    <message>
        <source>Stop Task</source>
        <translation>停止任务</translation>
    </message>
    <message>
        <source>Stop the selected task; it can be resumed</source>
        <translation>停止所选任务；之后可以继续</translation>
    </message>
    <message>
        <source>Stop Tree</source>
        <translation>停止整棵树</translation>
    </message>
    <message>
        <source>Stop the task and everything under it</source>
        <translation>停止任务及其下的一切</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>Stop the task and put its worktree in the bin</source>
        <translation>停止任务并将其工作树放入回收站</translation>
    </message>
    <message>
        <source>Find anything by its name</source>
        <translation>按名称查找任何东西</translation>
    </message>
    <message>
        <source>Show or hide the list of sessions</source>
        <translation>显示或隐藏会话列表</translation>
    </message>
    <message>
        <source>Show or hide the list of tasks</source>
        <translation>显示或隐藏任务列表</translation>
    </message>
    <message>
        <source>Show or hide what waits for you</source>
        <translation>显示或隐藏等待您的内容</translation>
    </message>
    <message>
        <source>Change Level of Detail</source>
        <translation>更改详细程度</translation>
    </message>
    <message>
        <source>Summary, normal, everything</source>
        <translation>摘要、普通、全部</translation>
    </message>
    <message>
        <source>Larger Text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Make all text larger</source>
        <translation>放大所有文字</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Make all text smaller</source>
        <translation>缩小所有文字</translation>
    </message>
    <message>
        <source>Normal Text Size</source>
        <translation>正常文字大小</translation>
    </message>
    <message>
        <source>Back to the usual size</source>
        <translation>恢复通常大小</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色配色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色配色</translation>
    </message>
    <message>
        <source>As the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Follow the system&apos;s light or dark</source>
        <translation>跟随系统的浅色或深色</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Put all docks back to where they were</source>
        <translation>将所有面板放回原处</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Providers, permissions, appearance</source>
        <translation>提供商、权限、外观</translation>
    </message>
    <message>
        <source>Agents…</source>
        <translation>智能体…</translation>
    </message>
    <message>
        <source>See, make and change agents</source>
        <translation>查看、创建和修改智能体</translation>
    </message>
    <message>
        <source>Usage…</source>
        <translation>用量…</translation>
    </message>
    <message>
        <source>Tokens and cost by day, model, agent and session</source>
        <translation>按日、模型、智能体和会话统计的令牌与费用</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>The parts of the window, one after the other</source>
        <translation>逐一介绍窗口的各个部分</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>All shortcuts on one sheet</source>
        <translation>一页列出所有快捷键</translation>
    </message>
    <message>
        <source>About Spinney</source>
        <translation>关于 Spinney</translation>
    </message>
    <message>
        <source>Version and where things are kept</source>
        <translation>版本以及数据的存放位置</translation>
    </message>
    <message>
        <source>Bring Back from the Archive</source>
        <translation>从归档中恢复</translation>
    </message>
    <message>
        <source>Put an archived session on the list again</source>
        <translation>把已归档的会话重新放回列表</translation>
    </message>
    <message>
        <source>Show Archived Sessions</source>
        <translation>显示已归档的会话</translation>
    </message>
    <message>
        <source>List archived sessions among the others</source>
        <translation>把已归档的会话也列出来</translation>
    </message>
</context>
<context>
    <name>Agents</name>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Generate…</source>
        <translation>生成…</translation>
    </message>
    <message>
        <source>Describe what it is for; a model writes it</source>
        <translation>描述其用途，由模型来撰写</translation>
    </message>
    <message>
        <source>Where to save</source>
        <translation>保存位置</translation>
    </message>
    <message>
        <source>For me, in all projects</source>
        <translation>供我在所有项目中使用</translation>
    </message>
    <message>
        <source>In this project</source>
        <translation>在此项目中</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Copy to mine</source>
        <translation>复制为我的</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Start a session with it</source>
        <translation>用它开始会话</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>新智能体</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的</translation>
    </message>
    <message>
        <source>This project&apos;s</source>
        <translation>此项目的</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Another program&apos;s</source>
        <translation>其他程序的</translation>
    </message>
    <message>
        <source>{origin}: copy it to change it.</source>
        <translation>{origin}：复制后才能修改。</translation>
    </message>
    <message>
        <source>Generate an agent</source>
        <translation>生成智能体</translation>
    </message>
    <message>
        <source>What is it for? A model writes its name, description and prompt.</source>
        <translation>它用来做什么？模型会写出它的名称、说明和提示。</translation>
    </message>
    <message>
        <source>A model writes it…</source>
        <translation>模型正在撰写…</translation>
    </message>
    <message>
        <source>Look it over, then save it.</source>
        <translation>请检查，然后保存。</translation>
    </message>
    <message>
        <source>Replace {name}?</source>
        <translation>替换 {name}？</translation>
    </message>
    <message>
        <source>{file} exists already.</source>
        <translation>{file} 已经存在。</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Saved in {file}.</source>
        <translation>已保存到 {file}。</translation>
    </message>
    <message>
        <source>Delete {name}?</source>
        <translation>删除 {name}？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>{name} must be a number.</source>
        <translation>{name} 必须是数字。</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>When to use it</source>
        <translation>何时使用</translation>
    </message>
    <message>
        <source>Models read this to decide when to hand work to it</source>
        <translation>模型据此决定何时把工作交给它</translation>
    </message>
    <message>
        <source>Who calls it</source>
        <translation>谁来调用</translation>
    </message>
    <message>
        <source>People and agents</source>
        <translation>人和智能体</translation>
    </message>
    <message>
        <source>People, in a session of its own</source>
        <translation>人，在它自己的会话中</translation>
    </message>
    <message>
        <source>Other agents only</source>
        <translation>仅其他智能体</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>第一条消息</translation>
    </message>
    <message>
        <source>Sent by itself when a session with it begins</source>
        <translation>与它的会话开始时自动发送</translation>
    </message>
    <message>
        <source>Hidden from lists</source>
        <translation>不在列表中显示</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>As the model has it</source>
        <translation>按模型默认</translation>
    </message>
    <message>
        <source>provider/model; empty for the one of the session</source>
        <translation>提供商/模型；留空则用会话的模型</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>推理强度</translation>
    </message>
    <message>
        <source>Steps in a turn, at most</source>
        <translation>每轮最多步数</translation>
    </message>
    <message>
        <source>No limit of its own</source>
        <translation>没有自己的限制</translation>
    </message>
    <message>
        <source>Options for the provider</source>
        <translation>给提供商的选项</translation>
    </message>
    <message>
        <source>Tools and rights</source>
        <translation>工具与权限</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>More tools</source>
        <translation>更多工具</translation>
    </message>
    <message>
        <source>Tools of MCP servers, with commas: server_*</source>
        <translation>MCP 服务器的工具，用逗号分隔：server_*</translation>
    </message>
    <message>
        <source>But not</source>
        <translation>但不包括</translation>
    </message>
    <message>
        <source>Names with commas</source>
        <translation>用逗号分隔的名称</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>As the session</source>
        <translation>与会话相同</translation>
    </message>
    <message>
        <source>Works in</source>
        <translation>工作于</translation>
    </message>
    <message>
        <source>The project&apos;s folder</source>
        <translation>项目的文件夹</translation>
    </message>
    <message>
        <source>A worktree of its own</source>
        <translation>自己的工作树</translation>
    </message>
    <message>
        <source>A remote machine</source>
        <translation>远程机器</translation>
    </message>
    <message>
        <source>Always in the background</source>
        <translation>始终在后台</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Of mine, in all projects</source>
        <translation>我的，在所有项目中</translation>
    </message>
    <message>
        <source>Of the project, shared</source>
        <translation>项目的，共享</translation>
    </message>
    <message>
        <source>Of the project, mine alone</source>
        <translation>项目的，仅我自己</translation>
    </message>
    <message>
        <source>Skills loaded from the start</source>
        <translation>一开始就加载的技能</translation>
    </message>
    <message>
        <source>Needs the MCP servers</source>
        <translation>需要的 MCP 服务器</translation>
    </message>
    <message>
        <source>MCP servers of its own</source>
        <translation>自己的 MCP 服务器</translation>
    </message>
    <message>
        <source>Hooks</source>
        <translation>钩子</translation>
    </message>
    <message>
        <source>Rule {number} cannot be read.</source>
        <translation>无法读取第 {number} 条规则。</translation>
    </message>
    <message>
        <source>Write it like “bash: npm test * = allow”.</source>
        <translation>请写成“bash: npm test * = allow”的形式。</translation>
    </message>
    <message>
        <source>{name} is not JSON: {why}.</source>
        <translation>{name} 不是 JSON：{why}。</translation>
    </message>
    <message>
        <source>{name} must be written as {kind}.</source>
        <translation>{name} 必须写成 {kind}。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>A call of it</source>
        <translation>调用时</translation>
    </message>
    <message>
        <source>It can</source>
        <translation>它能做什么</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Prompt to try</source>
        <translation>试用提示</translation>
    </message>
    <message>
        <source>Say something to it</source>
        <translation>对它说点什么</translation>
    </message>
    <message>
        <source>Ask it</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Its answer</source>
        <translation>它的回答</translation>
    </message>
    <message>
        <source>One answer with this prompt and model, without tools: nothing is run or kept.</source>
        <translation>用此提示和模型回答一次，不使用工具：不运行也不保留任何东西。</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>none is configured</source>
        <translation>尚未配置</translation>
    </message>
    <message>
        <source>It has not: {names}</source>
        <translation>它没有：{names}</translation>
    </message>
</context>
<context>
    <name>Cards</name>
    <message>
        <source>Edit the summary</source>
        <translation>编辑摘要</translation>
    </message>
    <message>
        <source>This is all the model knows of the conversation before it:</source>
        <translation>对于此前的对话，模型只知道以下内容：</translation>
    </message>
    <message>
        <source>Export the review (.md or .json)</source>
        <translation>导出审查结果（.md 或 .json）</translation>
    </message>
    <message>
        <source>{} cannot be written: {}.</source>
        <translation>无法写入 {}：{}。</translation>
    </message>
    <message>
        <source>The review was written to {}.</source>
        <translation>审查结果已写入 {}。</translation>
    </message>
    <message>
        <source>waiting to start</source>
        <translation>等待开始</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>隐藏详情</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Show all {:,} lines</source>
        <translation>显示全部 {:,} 行</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Set the key…</source>
        <translation>设置密钥…</translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation>选择其他模型</translation>
    </message>
    <message>
        <source>Compact the context</source>
        <translation>压缩上下文</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought for {}</source>
        <translation>思考了 {}</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>已思考</translation>
    </message>
    <message>
        <source>, {} → {} tokens</source>
        <translation>，{} → {} 个令牌</translation>
    </message>
    <message>
        <source>Context compacted automatically</source>
        <translation>上下文已自动压缩</translation>
    </message>
    <message>
        <source>Context compacted</source>
        <translation>上下文已压缩</translation>
    </message>
    <message>
        <source>, edited</source>
        <translation>，已编辑</translation>
    </message>
    <message>
        <source>The summary is empty.</source>
        <translation>摘要为空。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>A task has ended: {}</source>
        <translation>一个任务已结束：{}</translation>
    </message>
    <message>
        <source>Show the diff</source>
        <translation>显示差异</translation>
    </message>
    <message>
        <source>Changed {} file</source>
        <translation>更改了 {} 个文件</translation>
    </message>
    <message>
        <source>Changed {} files</source>
        <translation>更改了 {} 个文件</translation>
    </message>
    <message>
        <source>Image {}</source>
        <translation>图片 {}</translation>
    </message>
    <message>
        <source>The image cannot be shown.</source>
        <translation>无法显示该图片。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>其他回答</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>您的回答</translation>
    </message>
    <message>
        <source>Your own answer to: {}</source>
        <translation>您对此问题的回答：{}</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>Fix all {}</source>
        <translation>修复全部 {} 项</translation>
    </message>
    <message>
        <source>Fix in the background</source>
        <translation>在后台修复</translation>
    </message>
    <message>
        <source>Review again</source>
        <translation>再次审查</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Show {} dismissed finding</source>
        <translation>显示 {} 条已忽略的发现</translation>
    </message>
    <message>
        <source>Show {} dismissed findings</source>
        <translation>显示 {} 条已忽略的发现</translation>
    </message>
    <message>
        <source>Parts reviewed</source>
        <translation>已审查的部分</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>重新显示</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Review of {}</source>
        <translation>审查：{}</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审查</translation>
    </message>
    <message>
        <source>{what}: {done} of {all} parts read</source>
        <translation>{what}：已读 {done}/{all} 个部分</translation>
    </message>
    <message>
        <source>{}: being read</source>
        <translation>{}：正在阅读</translation>
    </message>
    <message>
        <source>{what} in {where}</source>
        <translation>在 {where} 中查找 {what}</translation>
    </message>
    <message>
        <source>{} match</source>
        <translation>{} 处匹配</translation>
    </message>
    <message>
        <source>{} matches</source>
        <translation>{} 处匹配</translation>
    </message>
    <message>
        <source>{} file</source>
        <translation>{} 个文件</translation>
    </message>
    <message>
        <source>{} files</source>
        <translation>{} 个文件</translation>
    </message>
    <message>
        <source>{}, from line {}</source>
        <translation>{}，从第 {} 行起</translation>
    </message>
    <message>
        <source>{} line</source>
        <translation>{} 行</translation>
    </message>
    <message>
        <source>{} lines</source>
        <translation>{} 行</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>exit {}</source>
        <translation>退出码 {}</translation>
    </message>
    <message>
        <source>ended with an error</source>
        <translation>结束时出错</translation>
    </message>
    <message>
        <source>Ran without a sandbox</source>
        <translation>未在沙盒中运行</translation>
    </message>
    <message>
        <source>Ran in the sandbox, with network</source>
        <translation>在沙盒中运行，可访问网络</translation>
    </message>
    <message>
        <source>Ran in the sandbox, without network</source>
        <translation>在沙盒中运行，不可访问网络</translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation>等待轮到它</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>等待您处理</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>in the background</source>
        <translation>在后台</translation>
    </message>
    <message>
        <source>{} earlier steps</source>
        <translation>此前还有 {} 步</translation>
    </message>
    <message>
        <source>Open session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Send to background</source>
        <translation>转到后台</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>todo</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>the list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>{done} of {all} done</source>
        <translation>已完成 {done}/{all}</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Ask for something…</source>
        <translation>想让它做什么…</translation>
    </message>
    <message>
        <source>@ names files and agents, / runs a command, ! runs a line in the shell</source>
        <translation>@ 引用文件和智能体，/ 运行命令，! 在 shell 中运行一行</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Interrupt this turn; background tasks go on (Ctrl+.)</source>
        <translation>中断本轮；后台任务继续（Ctrl+.）</translation>
    </message>
    <message>
        <source>Attach a file or an image</source>
        <translation>添加文件或图片</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Give it to the agent after this step (Enter)</source>
        <translation>在这一步之后交给智能体（Enter）</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送（Enter）</translation>
    </message>
    <message>
        <source>Remove {}</source>
        <translation>移除 {}</translation>
    </message>
    <message>
        <source>Find in this session</source>
        <translation>在此会话中查找</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copy the answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close this answer</source>
        <translation>关闭此回答</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Question aside: {question}</source>
        <translation>旁问：{question}</translation>
    </message>
    <message>
        <source>This is no part of the conversation.</source>
        <translation>这不属于对话内容。</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>正在回答…</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{}/{}</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>复制这段代码</translation>
    </message>
    <message>
        <source>Context {}</source>
        <translation>上下文 {}</translation>
    </message>
    <message>
        <source>Context: {used} of {limit} tokens</source>
        <translation>上下文：{used}/{limit} 个令牌</translation>
    </message>
    <message>
        <source>Context: {} tokens</source>
        <translation>上下文：{} 个令牌</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Tool results</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Jump to latest (Ctrl+End)</source>
        <translation>跳到最新（Ctrl+End）</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>This session changed {}</source>
        <translation>此会话更改了 {}</translation>
    </message>
    <message>
        <source>This session: {}
With everything below it: {}</source>
        <translation>此会话：{}
连同其下所有会话：{}</translation>
    </message>
    <message>
        <source>Cost {}</source>
        <translation>费用 {}</translation>
    </message>
    <message>
        <source>Nothing was said yet. What should be done in {}?

@ names files and agents   ·   / runs a command   ·   ! runs a line in the shell</source>
        <translation>还没有任何对话。要在 {} 中做什么？

@ 引用文件和智能体   ·   / 运行命令   ·   ! 在 shell 中运行一行</translation>
    </message>
    <message>
        <source>Coordinator: the agent leads others and does nothing itself</source>
        <translation>协调者：智能体只带领其他智能体，自己不动手</translation>
    </message>
    <message>
        <source>Let the agent lead others and do nothing itself</source>
        <translation>让智能体只带领其他智能体，自己不动手</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Permission mode</source>
        <translation>权限模式</translation>
    </message>
    <message>
        <source>Level of detail (Ctrl+D)</source>
        <translation>详细程度（Ctrl+D）</translation>
    </message>
    <message>
        <source>What this session changed, turn by turn</source>
        <translation>此会话逐轮更改的内容</translation>
    </message>
    <message>
        <source>Review changes (Ctrl+Shift+R)</source>
        <translation>审查更改 (Ctrl+Shift+R)</translation>
    </message>
    <message>
        <source>Permissions bypassed</source>
        <translation>已绕过权限</translation>
    </message>
    <message>
        <source>Permissions are bypassed in this session</source>
        <translation>此会话已绕过权限</translation>
    </message>
    <message>
        <source>Coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>Ask first</source>
        <translation>先询问</translation>
    </message>
    <message>
        <source>Edits and commands ask, as the rules say</source>
        <translation>编辑和命令按规则询问</translation>
    </message>
    <message>
        <source>Accept edits</source>
        <translation>接受编辑</translation>
    </message>
    <message>
        <source>Edits inside the project need no answer</source>
        <translation>项目内的编辑无需确认</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Nothing is written; commands run read-only</source>
        <translation>不写入任何内容；命令以只读方式运行</translation>
    </message>
    <message>
        <source>Never ask</source>
        <translation>从不询问</translation>
    </message>
    <message>
        <source>What would ask is denied</source>
        <translation>本应询问的一律拒绝</translation>
    </message>
    <message>
        <source>Bypass</source>
        <translation>绕过</translation>
    </message>
    <message>
        <source>What would ask is allowed. Denies stay.</source>
        <translation>本应询问的一律允许，拒绝规则仍有效。</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>and {} more</source>
        <translation>还有 {} 项</translation>
    </message>
    <message>
        <source>{} thing waiting</source>
        <translation>{} 项正在等待</translation>
    </message>
    <message>
        <source>{} things waiting</source>
        <translation>{} 项正在等待</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Remove from the queue</source>
        <translation>从队列中移除</translation>
    </message>
    <message>
        <source>You said</source>
        <translation>您说</translation>
    </message>
    <message>
        <source>Go back to before this prompt…</source>
        <translation>回到这条提示之前…</translation>
    </message>
    <message>
        <source>{} step</source>
        <translation>{} 步</translation>
    </message>
    <message>
        <source>{} steps</source>
        <translation>{} 步</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>{} tokens</source>
        <translation>{} 个令牌</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Scroll the conversation</source>
        <translation>滚动对话</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>The agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>{} is waiting for you: a request to answer (Ctrl+R)</source>
        <translation>{} 正在等您：有一个请求待答复（Ctrl+R）</translation>
    </message>
    <message>
        <source>{} is waiting for you: {} requests to answer (Ctrl+R)</source>
        <translation>{} 正在等您：有 {} 个请求待答复（Ctrl+R）</translation>
    </message>
    <message>
        <source>{} is working · {}</source>
        <translation>{} 正在工作 · {}</translation>
    </message>
    <message>
        <source>{}… ({:,} more characters)</source>
        <translation>{}…（还有 {:,} 个字符）</translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation>横向滚动</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy Message as Markdown</source>
        <translation>以 Markdown 复制消息</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Ask aside</source>
        <translation>旁问</translation>
    </message>
    <message>
        <source>What do you want to know? Neither this nor the answer is kept.</source>
        <translation>想知道什么？问题和回答都不会保存。</translation>
    </message>
    <message>
        <source>Fork this conversation</source>
        <translation>分叉此对话</translation>
    </message>
    <message>
        <source>What should a copy of it do in the background?</source>
        <translation>副本应在后台做什么？</translation>
    </message>
    <message>
        <source>Trying again in {} s (attempt {}): {}</source>
        <translation>{} 秒后重试（第 {} 次）：{}</translation>
    </message>
    <message>
        <source>{agent} is waiting for you: a question to answer</source>
        <translation>{agent} 正在等您：有一个问题待回答</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>正在等您</translation>
    </message>
    <message>
        <source>{title} asks you</source>
        <translation>{title} 向您提问</translation>
    </message>
    <message>
        <source>An agent</source>
        <translation>一个智能体</translation>
    </message>
    <message>
        <source>Edit what waits</source>
        <translation>编辑排队内容</translation>
    </message>
    <message>
        <source>It is given to the agent when its turn comes:</source>
        <translation>轮到它时会交给智能体：</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Something went wrong that should not have: {}.</source>
        <translation>发生了不该发生的错误：{}。</translation>
    </message>
    <message>
        <source>The log has the details.</source>
        <translation>详情见日志。</translation>
    </message>
    <message>
        <source>{} does not exist any more.</source>
        <translation>{} 已不存在。</translation>
    </message>
    <message>
        <source>Attach it again.</source>
        <translation>请重新添加。</translation>
    </message>
    <message>
        <source>{} is too large to attach.</source>
        <translation>{} 太大，无法添加。</translation>
    </message>
    <message>
        <source>Images may have up to 20 MB.</source>
        <translation>图片最大 20 MB。</translation>
    </message>
    <message>
        <source>{} is neither text nor an image.</source>
        <translation>{} 既不是文本也不是图片。</translation>
    </message>
    <message>
        <source>Attach it as text.</source>
        <translation>请以文本形式添加。</translation>
    </message>
    <message>
        <source>{} piece of work is still going on.</source>
        <translation>还有 {} 项工作在进行。</translation>
    </message>
    <message>
        <source>{} pieces of work are still going on.</source>
        <translation>还有 {} 项工作在进行。</translation>
    </message>
    <message>
        <source>Leave while something is running?</source>
        <translation>仍有工作在进行，要退出吗？</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>Quit and resume later</source>
        <translation>退出，以后继续</translation>
    </message>
    <message>
        <source>Keep working</source>
        <translation>继续工作</translation>
    </message>
    <message>
        <source>{} is not a folder.</source>
        <translation>{} 不是文件夹。</translation>
    </message>
    <message>
        <source>Open another one.</source>
        <translation>请打开其他文件夹。</translation>
    </message>
    <message>
        <source>Show me what you can do.</source>
        <translation>让我看看你能做什么。</translation>
    </message>
    <message>
        <source>Links of the kind “{}” are not opened.</source>
        <translation>不会打开“{}”类型的链接。</translation>
    </message>
    <message>
        <source>Open this address?</source>
        <translation>打开此地址？</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>{} cannot be read: {}.</source>
        <translation>无法读取 {}：{}。</translation>
    </message>
    <message>
        <source>Bypass permissions in this session?</source>
        <translation>在此会话中绕过权限？</translation>
    </message>
    <message>
        <source>Agents in {} will edit files and run commands without asking. What your rules deny stays denied.</source>
        <translation>{} 中的智能体将不经询问就编辑文件、运行命令。被您的规则拒绝的仍会被拒绝。</translation>
    </message>
    <message>
        <source>Bypass permissions</source>
        <translation>绕过权限</translation>
    </message>
    <message>
        <source>Keep asking</source>
        <translation>继续询问</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>  (+{} more)</source>
        <translation>（另有 {} 条）</translation>
    </message>
    <message>
        <source>no model set</source>
        <translation>未设置模型</translation>
    </message>
    <message>
        <source>Default ({})</source>
        <translation>默认（{}）</translation>
    </message>
    <message>
        <source>As configured</source>
        <translation>按配置</translation>
    </message>
    <message>
        <source>Demo tour</source>
        <translation>演示导览</translation>
    </message>
    <message>
        <source>Scripted; needs no key</source>
        <translation>脚本演示，无需密钥</translation>
    </message>
    <message>
        <source>Commands run in a sandbox</source>
        <translation>命令在沙盒中运行</translation>
    </message>
    <message>
        <source>No sandbox: commands ask first</source>
        <translation>无沙盒：命令会先询问</translation>
    </message>
    <message>
        <source>Open a project folder</source>
        <translation>打开项目文件夹</translation>
    </message>
    <message>
        <source>Go on from where you stopped.</source>
        <translation>请从中断处继续。</translation>
    </message>
    <message>
        <source>A task has ended: {}</source>
        <translation>一个任务已结束：{}</translation>
    </message>
    <message>
        <source>The turn has ended: {}.</source>
        <translation>本轮已结束：{}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>It is compacted by itself at {} tokens.</source>
        <translation>达到 {} 个令牌 时会自动压缩。</translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>Start a new session</source>
        <translation>开始新会话</translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation>选择其他模型</translation>
    </message>
    <message>
        <source>Show the agents and edit them</source>
        <translation>显示并编辑智能体</translation>
    </message>
    <message>
        <source>Show Spinney</source>
        <translation>显示 Spinney</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Spinney: {} waiting for you</source>
        <translation>Spinney：{} 项等待您处理</translation>
    </message>
    <message>
        <source>{} things happened. First: {}. {}</source>
        <translation>发生了 {} 件事。首先：{}。{}</translation>
    </message>
    <message>
        <source>  and {} more</source>
        <translation>  还有 {} 项</translation>
    </message>
    <message>
        <source>Do you trust {}?</source>
        <translation>您信任 {} 吗？</translation>
    </message>
    <message>
        <source>This project has changed since you trusted it.</source>
        <translation>自您信任以来，此项目已有变化。</translation>
    </message>
    <message>
        <source>This project brings its own settings.</source>
        <translation>此项目带有自己的设置。</translation>
    </message>
    <message>
        <source>Until you trust it, none of this acts:</source>
        <translation>在您信任它之前，以下内容都不会生效：</translation>
    </message>
    <message>
        <source>Trust it only if you know where it comes from.</source>
        <translation>仅在了解其来源时才信任它。</translation>
    </message>
    <message>
        <source>Trust this project</source>
        <translation>信任此项目</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>it is no ordinary file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Open Recent</source>
        <translation>打开最近项目</translation>
    </message>
    <message>
        <source>Stop everything, or leave: what was interrupted can be taken up again at the next start.</source>
        <translation>可以全部停止，也可以直接退出：被中断的工作下次启动时可以继续。</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Key found in {name}</source>
        <translation>在 {name} 中找到密钥</translation>
    </message>
    <message>
        <source>Runs here, at {address}</source>
        <translation>在本机运行，地址 {address}</translation>
    </message>
    <message>
        <source>Model of {name}</source>
        <translation>{name} 的模型</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>使用 {name}</translation>
    </message>
    <message>
        <source>Trying it with one call…</source>
        <translation>正在用一次调用试用…</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>在此粘贴密钥</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>显示密钥</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>保存并测试</translation>
    </message>
    <message>
        <source>The key goes into the system keyring, never into a file. One small call shows whether it works.</source>
        <translation>密钥存入系统密钥环，绝不写入文件。一次小调用即可看出它是否有效。</translation>
    </message>
    <message>
        <source>Use it for this run only</source>
        <translation>仅在本次运行中使用</translation>
    </message>
    <message>
        <source>Use an environment variable…</source>
        <translation>使用环境变量…</translation>
    </message>
    <message>
        <source>Try the keyring again</source>
        <translation>再试一次密钥环</translation>
    </message>
    <message>
        <source>Enter the key first.</source>
        <translation>请先输入密钥。</translation>
    </message>
    <message>
        <source>Storing the key…</source>
        <translation>正在存储密钥…</translation>
    </message>
    <message>
        <source>The key is in the system keyring.</source>
        <translation>密钥已存入系统密钥环。</translation>
    </message>
    <message>
        <source>The key is kept in memory and gone when Spinney ends.</source>
        <translation>密钥只保存在内存中，Spinney 退出后即消失。</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Name of the variable that holds the key</source>
        <translation>保存密钥的变量名</translation>
    </message>
    <message>
        <source>Set {name} before you start Spinney the next time; it is not set now.</source>
        <translation>下次启动 Spinney 之前请设置 {name}；它现在没有设置。</translation>
    </message>
    <message>
        <source>Choose a model in the settings to try it.</source>
        <translation>请在设置中选择一个模型来试用。</translation>
    </message>
    <message>
        <source>{model} answered in {seconds} s and can call tools.</source>
        <translation>{model} 在 {seconds} 秒内作出回答，并且能够调用工具。</translation>
    </message>
    <message>
        <source>{model} answers, but did not call a tool when it was asked to. It can talk, but an agent needs tools to work.</source>
        <translation>{model} 能够回答，但被要求时没有调用工具。它可以交谈，但智能体需要工具才能工作。</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Welcome to Spinney</source>
        <translation>欢迎使用 Spinney</translation>
    </message>
    <message>
        <source>{name} is open</source>
        <translation>已打开 {name}</translation>
    </message>
    <message>
        <source>Spinney works with a model of your choice. Set one up, or take the demo tour: it needs no model and no key, and shows a whole piece of work from prompt to passing tests.</source>
        <translation>Spinney 使用您选择的模型。请设置一个模型，或者观看演示：演示不需要模型也不需要密钥，会展示从提示到测试通过的一整件工作。</translation>
    </message>
    <message>
        <source>Open a project folder to start working with an agent in it.</source>
        <translation>打开一个项目文件夹，开始与智能体在其中工作。</translation>
    </message>
    <message>
        <source>Start a session and say what you want done.</source>
        <translation>开始一个会话，说出您想完成的事。</translation>
    </message>
    <message>
        <source>Looking for keys and model servers on this machine…</source>
        <translation>正在本机上查找密钥和模型服务器…</translation>
    </message>
    <message>
        <source>Found here</source>
        <translation>在本机找到</translation>
    </message>
    <message>
        <source>Enter a key</source>
        <translation>输入密钥</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>Neither a key in the environment nor a model server at a usual address.</source>
        <translation>环境变量中没有密钥，常用地址上也没有模型服务器。</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>Show me around</source>
        <translation>带我看看</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>Key, if it needs one</source>
        <translation>密钥（如果需要）</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Look for models</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Add and test</source>
        <translation>添加并测试</translation>
    </message>
    <message>
        <source>vLLM, LM Studio, LiteLLM, a company gateway: anything that speaks OpenAI&apos;s format.</source>
        <translation>vLLM、LM Studio、LiteLLM、公司网关：任何使用 OpenAI 格式的服务。</translation>
    </message>
    <message>
        <source>Asking the server for its models…</source>
        <translation>正在向服务器询问它的模型…</translation>
    </message>
    <message>
        <source>Models found: {count}. Choose one.</source>
        <translation>找到 {count} 个模型。请选择一个。</translation>
    </message>
    <message>
        <source>Choose or enter a model first.</source>
        <translation>请先选择或输入一个模型。</translation>
    </message>
    <message>
        <source>The key is used for this run only.</source>
        <translation>密钥仅在本次运行中使用。</translation>
    </message>
</context>
<context>
    <name>GoingBack</name>
    <message>
        <source>There is no prompt to go back to in this session.</source>
        <translation>此会话中没有可以回到的提示。</translation>
    </message>
    <message>
        <source>Checkpoints are made before prompts that may change files.</source>
        <translation>在可能更改文件的提示之前会建立检查点。</translation>
    </message>
    <message>
        <source>This session has changed no files.</source>
        <translation>此会话没有更改任何文件。</translation>
    </message>
    <message>
        <source>Left as they are: {}.</source>
        <translation>保持原样：{}。</translation>
    </message>
    <message>
        <source>Someone else changed them, or they could not be written.</source>
        <translation>它们被他人更改过，或无法写入。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>回退</translation>
    </message>
    <message>
        <source>Bring back what going back undid.</source>
        <translation>恢复回退所撤销的内容。</translation>
    </message>
    <message>
        <source>Go back to before “{}”</source>
        <translation>回到“{}”之前</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Files and conversation</source>
        <translation>文件和对话</translation>
    </message>
    <message>
        <source>Files only</source>
        <translation>仅文件</translation>
    </message>
    <message>
        <source>Conversation only</source>
        <translation>仅对话</translation>
    </message>
    <message>
        <source>Files that change</source>
        <translation>会变化的文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>会发生什么</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Someone else changed it too. It stays as it is unless you tick it.</source>
        <translation>它也被他人更改过。除非勾选，否则保持原样。</translation>
    </message>
    <message>
        <source>kept: changed by others</source>
        <translation>保留：被他人更改</translation>
    </message>
    <message>
        <source>{} message leaves the conversation.</source>
        <translation>{} 条消息将离开对话。</translation>
    </message>
    <message>
        <source>{} messages leave the conversation.</source>
        <translation>{} 条消息将离开对话。</translation>
    </message>
    <message>
        <source>{} file was also changed by someone else and stays unless you tick it.</source>
        <translation>{} 个文件也被他人更改过，除非勾选，否则保留。</translation>
    </message>
    <message>
        <source>{} files were also changed by someone else and stay unless you tick them.</source>
        <translation>{} 个文件也被他人更改过，除非勾选，否则保留。</translation>
    </message>
    <message>
        <source>No file changes.</source>
        <translation>没有文件变化。</translation>
    </message>
    <message>
        <source>You can redo this until you send the next prompt.</source>
        <translation>在发送下一条提示之前可以重做。</translation>
    </message>
    <message>
        <source>comes back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>as it was before</source>
        <translation>还原为之前的内容</translation>
    </message>
    <message>
        <source>is removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Go back to a prompt</source>
        <translation>回到某条提示</translation>
    </message>
    <message>
        <source>Everything after the prompt you choose can be undone.</source>
        <translation>所选提示之后的一切都可以撤销。</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Its turn changed</source>
        <translation>该轮的更改</translation>
    </message>
    <message>
        <source>Go back…</source>
        <translation>回退…</translation>
    </message>
    <message>
        <source>Redo…</source>
        <translation>重做…</translation>
    </message>
    <message>
        <source>The files are as they were before that prompt.</source>
        <translation>文件已恢复到那条提示之前的样子。</translation>
    </message>
    <message>
        <source>What came after is out of the conversation; files stay as they are.</source>
        <translation>之后的内容已移出对话；文件保持原样。</translation>
    </message>
    <message>
        <source>You went back. What came after is given up once you send a prompt.</source>
        <translation>已回退。发送提示后，之后的内容将被放弃。</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Send, or queue while the agent works</source>
        <translation>发送；智能体工作时则排队</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Name a file, a folder or an agent</source>
        <translation>引用文件、文件夹或智能体</translation>
    </message>
    <message>
        <source>Run a command</source>
        <translation>运行命令</translation>
    </message>
    <message>
        <source>Earlier prompts, at the start of the text</source>
        <translation>光标在文本开头时：之前的提示词</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>In the composer</source>
        <translation>在输入框中</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About Spinney</source>
        <translation>关于 Spinney</translation>
    </message>
    <message>
        <source>A native desktop home for coding agents.</source>
        <translation>编程智能体的原生桌面之家。</translation>
    </message>
    <message>
        <source>Python {}, Qt for Python {}, {}
Configuration: {}
Data: {}
Logs: {}</source>
        <translation>Python {}，Qt for Python {}，{}
配置：{}
数据：{}
日志：{}</translation>
    </message>
</context>
<context>
    <name>Requests</name>
    <message>
        <source>Wants to use {}</source>
        <translation>想要使用 {}</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>Permission request: {}</source>
        <translation>权限请求：{}</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>显示…</translation>
    </message>
    <message>
        <source>Show the request that waits</source>
        <translation>显示等待中的请求</translation>
    </message>
    <message>
        <source> (and {} more)</source>
        <translation>（还有 {} 个）</translation>
    </message>
    <message>
        <source>{} waits for you: {}</source>
        <translation>{} 正在等您：{}</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Permission request</source>
        <translation>权限请求</translation>
    </message>
    <message>
        <source>{} asks for permission: {}</source>
        <translation>{} 请求权限：{}</translation>
    </message>
    <message>
        <source>Reason for denying, told to the agent</source>
        <translation>拒绝的原因，会告诉智能体</translation>
    </message>
    <message>
        <source>If you deny: tell the agent why, or what to do instead</source>
        <translation>若拒绝：告诉智能体原因，或改做什么</translation>
    </message>
    <message>
        <source>Later: leave it in the inbox (Escape)</source>
        <translation>稍后：留在收件箱（Esc）</translation>
    </message>
    <message>
        <source>{}  ·  in {}</source>
        <translation>{}  ·  位于 {}</translation>
    </message>
    <message>
        <source>It contains characters that cannot be seen. They are shown as ⟦U+…⟧.</source>
        <translation>其中含有不可见字符，以 ⟦U+…⟧ 显示。</translation>
    </message>
    <message>
        <source>{:,} more lines</source>
        <translation>还有 {:,} 行</translation>
    </message>
    <message>
        <source>Why you are asked: {}</source>
        <translation>询问原因：{}</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>请求内容</translation>
    </message>
    <message>
        <source>Deny and stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <source>Deny, and end the turn</source>
        <translation>拒绝，并结束本轮</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Allow, and remember the patterns above</source>
        <translation>允许，并记住上面的模式</translation>
    </message>
    <message>
        <source>{} more waiting</source>
        <translation>还有 {} 个在等待</translation>
    </message>
    <message>
        <source>Nobody waits for this any more: it was answered or ended.</source>
        <translation>已无人等待此请求：它已被答复或已结束。</translation>
    </message>
    <message>
        <source>Run {} commands</source>
        <translation>运行 {} 条命令</translation>
    </message>
    <message>
        <source>Use {}</source>
        <translation>使用 {}</translation>
    </message>
    <message>
        <source>“Always” remembers</source>
        <translation>“始终”会记住</translation>
    </message>
    <message>
        <source>Pattern for {} to allow always</source>
        <translation>{} 始终允许的模式</translation>
    </message>
    <message>
        <source>How far it is remembered</source>
        <translation>记住的范围</translation>
    </message>
    <message>
        <source>for this session</source>
        <translation>用于此会话</translation>
    </message>
    <message>
        <source>for this project</source>
        <translation>用于此项目</translation>
    </message>
    <message>
        <source>for this task</source>
        <translation>用于此任务</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>需询问</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>the rule {}</source>
        <translation>规则 {}</translation>
    </message>
    <message>
        <source>{}
{}
in {}
waiting for {}</source>
        <translation>{}
{}
位于 {}
已等待 {}</translation>
    </message>
    <message>
        <source>Requests: {}. {}, from {}</source>
        <translation>{} 个请求：{}，来自 {}</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Nothing waits for you.</source>
        <translation>没有等待您处理的请求。</translation>
    </message>
    <message>
        <source>Allow once ({})</source>
        <translation>允许一次（{}）</translation>
    </message>
    <message>
        <source>Deny ({})</source>
        <translation>拒绝（{}）</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Allow Once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Deny and Stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <source>{} waits for you</source>
        <translation>{} 正在等您</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>会被记住的内容</translation>
    </message>
    <message>
        <source>{who} and {count} more</source>
        <translation>{who} 等另外 {count} 个</translation>
    </message>
    <message>
        <source>Run a command</source>
        <translation>运行一条命令</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Review changes</source>
        <translation>审查更改</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>What to review</source>
        <translation>要审查的内容</translation>
    </message>
    <message>
        <source>For example: error handling in the importer</source>
        <translation>例如：导入器中的错误处理</translation>
    </message>
    <message>
        <source>Uncommitted changes</source>
        <translation>未提交的更改</translation>
    </message>
    <message>
        <source>Everything since a branch</source>
        <translation>自某个分支以来的全部更改</translation>
    </message>
    <message>
        <source>One commit</source>
        <translation>一次提交</translation>
    </message>
    <message>
        <source>What I describe</source>
        <translation>我所描述的内容</translation>
    </message>
    <message>
        <source>A reviewer that only reads looks at it; nothing is changed.</source>
        <translation>由只读的审查者查看，不会更改任何内容。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审查</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>Nothing needs you at the moment.</source>
        <translation>目前没有需要您处理的事。</translation>
    </message>
    <message>
        <source>Rename session</source>
        <translation>重命名会话</translation>
    </message>
    <message>
        <source>Title of this session</source>
        <translation>此会话的标题</translation>
    </message>
    <message>
        <source>“{}” and all its messages will be gone for good.</source>
        <translation>“{}”及其所有消息将被永久删除。</translation>
    </message>
    <message>
        <source> So will {} session below it.</source>
        <translation>其下的 {} 个会话也会一并删除。</translation>
    </message>
    <message>
        <source> So will {} sessions below it.</source>
        <translation>其下的 {} 个会话也会一并删除。</translation>
    </message>
    <message>
        <source> It is working at the moment and will be stopped.</source>
        <translation>它正在工作，将被停止。</translation>
    </message>
    <message>
        <source>Delete this session?</source>
        <translation>删除此会话？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Export session</source>
        <translation>导出会话</translation>
    </message>
    <message>
        <source>The session was written to {}.</source>
        <translation>会话已写入 {}。</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>Teammate</source>
        <translation>队友</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审查</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>等待您处理</translation>
    </message>
    <message>
        <source>working</source>
        <translation>工作中</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>something new</source>
        <translation>有新内容</translation>
    </message>
    <message>
        <source>default model</source>
        <translation>默认模型</translation>
    </message>
    <message>
        <source>Changed {}, cost {}</source>
        <translation>更改于 {}，费用 {}</translation>
    </message>
    <message>
        <source>Worktree {}</source>
        <translation>工作树 {}</translation>
    </message>
    <message>
        <source>{} session below</source>
        <translation>其下 {} 个会话</translation>
    </message>
    <message>
        <source>{} sessions below</source>
        <translation>其下 {} 个会话</translation>
    </message>
    <message>
        <source>Filter and search</source>
        <translation>筛选与搜索</translation>
    </message>
    <message>
        <source>Filter sessions and search in them</source>
        <translation>筛选会话并在其中搜索</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Found in messages</source>
        <translation>在消息中找到</translation>
    </message>
    <message>
        <source>New session (Ctrl+N)</source>
        <translation>新建会话（Ctrl+N）</translation>
    </message>
    <message>
        <source>Nothing found in messages</source>
        <translation>消息中没有找到</translation>
    </message>
    <message>
        <source>New Session Here</source>
        <translation>在此新建会话</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>“{title}” is still at work.</source>
        <translation>“{title}”仍在工作。</translation>
    </message>
    <message>
        <source>Stop it first, or archive it when it is done.</source>
        <translation>请先停止它，或等它完成后再归档。</translation>
    </message>
    <message>
        <source>“{title}” is archived. Its messages are kept.</source>
        <translation>“{title}”已归档，消息都会保留。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Archived {when}</source>
        <translation>归档于 {when}</translation>
    </message>
    <message>
        <source>No sessions yet. Open a folder and ask for something.</source>
        <translation>还没有会话。打开一个文件夹，提出您的要求。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Default model</source>
        <translation>默认模型</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>A native desktop home for coding agents.</source>
        <translation>编程智能体的原生桌面之家。</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <source>Versions, places, states and the end of the log. Keys are taken out, but read it before you send it: names of files may be in it.</source>
        <translation>版本、位置、状态和日志末尾。密钥已被去除，但发送前请先阅读：其中可能有文件名。</translation>
    </message>
    <message>
        <source>Gathering…</source>
        <translation>正在收集…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Colours of code</source>
        <translation>代码配色</translation>
    </message>
    <message>
        <source>Black and white</source>
        <translation>黑白</translation>
    </message>
    <message>
        <source>Made darker or lighter where it would be hard to read.</source>
        <translation>在难以阅读之处会自动加深或变浅。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>1 is the system&apos;s size, 2 twice as large.</source>
        <translation>1 为系统大小，2 为两倍。</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>代码字体</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>间距</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Takes effect when Spinney starts the next time.</source>
        <translation>下次启动 Spinney 时生效。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>What is kept</source>
        <translation>保存的内容</translation>
    </message>
    <message>
        <source>Everything is on this machine and readable by you only.</source>
        <translation>一切都在本机上，只有您可以读取。</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Export all sessions…</source>
        <translation>导出所有会话…</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>保存多久</translation>
    </message>
    <message>
        <source>Offer to remove after</source>
        <translation>提示清理的期限</translation>
    </message>
    <message>
        <source>Sessions that were not touched for so long are offered for removal when Spinney starts. Nothing is ever removed without your click.</source>
        <translation>超过此期限未使用的会话会在 Spinney 启动时提示清理。没有您的点击，绝不会删除任何东西。</translation>
    </message>
    <message>
        <source>Keep everything</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>清理</translation>
    </message>
    <message>
        <source>Older than</source>
        <translation>早于</translation>
    </message>
    <message>
        <source>Also sessions that are not archived</source>
        <translation>包括未归档的会话</translation>
    </message>
    <message>
        <source>Long outputs, logs, cached files and copies of the demo</source>
        <translation>长输出、日志、缓存文件和演示副本</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Show what would go…</source>
        <translation>显示将被删除的内容…</translation>
    </message>
    <message>
        <source>Together: {size}</source>
        <translation>合计：{size}</translation>
    </message>
    <message>
        <source>Export all sessions</source>
        <translation>导出所有会话</translation>
    </message>
    <message>
        <source>Sessions written to {folder}: {count}</source>
        <translation>已写入 {folder} 的会话：{count}</translation>
    </message>
    <message>
        <source>There is nothing that old.</source>
        <translation>没有那么旧的内容。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>  and {count} more</source>
        <translation>  以及另外 {count} 个</translation>
    </message>
    <message>
        <source>Sessions: {sessions}. Files: {files} ({size}). They are gone for good.</source>
        <translation>会话：{sessions}。文件：{files}（{size}）。删除后无法恢复。</translation>
    </message>
    <message>
        <source>Remove this?</source>
        <translation>删除这些？</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Removed; {size} of files freed.</source>
        <translation>已删除；释放了 {size} 的文件。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Long outputs</source>
        <translation>长输出</translation>
    </message>
    <message>
        <source>Worktrees</source>
        <translation>工作树</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Copies of the demo</source>
        <translation>演示副本</translation>
    </message>
    <message>
        <source>Cached files</source>
        <translation>缓存文件</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Agents, commands, skills</source>
        <translation>智能体、命令、技能</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>无法读取的文件</translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation>所有文件都能读取。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Open in the agent editor</source>
        <translation>在智能体编辑器中打开</translation>
    </message>
    <message>
        <source>New agent…</source>
        <translation>新建智能体…</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>还没有。</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Sessions older than you want to keep: {count}.</source>
        <translation>超过保存期限的会话：{count}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Show config.toml</source>
        <translation>显示 config.toml</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>以及另外 {count} 个</translation>
    </message>
    <message>
        <source>Saved: {name}.</source>
        <translation>已保存：{name}。</translation>
    </message>
    <message>
        <source>Taken back: {name}.</source>
        <translation>已撤销：{name}。</translation>
    </message>
    <message>
        <source># Nothing is set yet: everything has its default.</source>
        <translation># 尚未设置任何内容：一切均为默认值。</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>没有这样的名称。</translation>
    </message>
    <message>
        <source>General</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language of the window</source>
        <translation>窗口语言</translation>
    </message>
    <message>
        <source>Default agent</source>
        <translation>默认智能体</translation>
    </message>
    <message>
        <source>Who answers in a new session.</source>
        <translation>在新会话中由谁回答。</translation>
    </message>
    <message>
        <source>Steps in a turn, at most</source>
        <translation>每轮最多步数</translation>
    </message>
    <message>
        <source>The model is told to finish when it reaches this.</source>
        <translation>到达此数时会让模型收尾。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Summarise the context at</source>
        <translation>达到时压缩上下文</translation>
    </message>
    <message>
        <source>Tokens; 0 turns it off. Without a number, 90 % of what the model can take.</source>
        <translation>令牌数；0 表示关闭。不填则为模型上限的 90 %。</translation>
    </message>
    <message>
        <source>90 % of the model&apos;s limit</source>
        <translation>模型上限的 90 %</translation>
    </message>
    <message>
        <source>Instructions for the summary</source>
        <translation>摘要的指示</translation>
    </message>
    <message>
        <source>What the model is asked when it sums up; empty for ours.</source>
        <translation>总结时交给模型的要求；留空则使用内置的。</translation>
    </message>
    <message>
        <source>Instructions for the summary, from a file</source>
        <translation>摘要的指示（来自文件）</translation>
    </message>
    <message>
        <source>Titles for new sessions</source>
        <translation>新会话的标题</translation>
    </message>
    <message>
        <source>The small model names a session after its first prompt.</source>
        <translation>由小模型根据第一个提示词为会话命名。</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Tasks at the same time</source>
        <translation>同时进行的任务</translation>
    </message>
    <message>
        <source>More wait in line.</source>
        <translation>更多的任务排队等待。</translation>
    </message>
    <message>
        <source>Levels of agents below each other</source>
        <translation>智能体的嵌套层数</translation>
    </message>
    <message>
        <source>Background tasks</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Agents may start work and go on while it runs.</source>
        <translation>智能体可以启动工作并在其运行时继续。</translation>
    </message>
    <message>
        <source>Send to the background after</source>
        <translation>转到后台的时间</translation>
    </message>
    <message>
        <source>A task that takes longer stops holding up the conversation.</source>
        <translation>超过此时间的任务不再占住对话。</translation>
    </message>
    <message>
        <source>Never by itself</source>
        <translation>从不自动</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Forks</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>A task without a named agent continues this conversation.</source>
        <translation>没有指定智能体的任务会延续此对话。</translation>
    </message>
    <message>
        <source>Permission mode of agents below</source>
        <translation>下级智能体的权限模式</translation>
    </message>
    <message>
        <source>As the session that starts them</source>
        <translation>与启动它们的会话相同</translation>
    </message>
    <message>
        <source>Where the session itself would ask. Stricter ones stay.</source>
        <translation>用于会话本身会询问的情况；更严格的模式保持不变。</translation>
    </message>
    <message>
        <source>Say what a task is doing every</source>
        <translation>报告任务进展的间隔</translation>
    </message>
    <message>
        <source>The small model sums it up in a line.</source>
        <translation>由小模型用一行话概括。</translation>
    </message>
    <message>
        <source>Limits of a task</source>
        <translation>任务的上限</translation>
    </message>
    <message>
        <source>A task that reaches one ends with what it has.</source>
        <translation>达到上限的任务会以已有的结果结束。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Command for a new worktree</source>
        <translation>新工作树的准备命令</translation>
    </message>
    <message>
        <source>Runs before an agent&apos;s first step in it.</source>
        <translation>在智能体于其中迈出第一步之前运行。</translation>
    </message>
    <message>
        <source>Take uncommitted changes along</source>
        <translation>带上未提交的更改</translation>
    </message>
    <message>
        <source>A new worktree begins with what you have not committed yet.</source>
        <translation>新工作树会从您尚未提交的内容开始。</translation>
    </message>
    <message>
        <source>Commands and network</source>
        <translation>命令与网络</translation>
    </message>
    <message>
        <source>Time for a shell command</source>
        <translation>Shell 命令的时间</translation>
    </message>
    <message>
        <source>Unless the agent asks for more.</source>
        <translation>除非智能体要求更多。</translation>
    </message>
    <message>
        <source>Time for a shell command, at most</source>
        <translation>Shell 命令的最长时间</translation>
    </message>
    <message>
        <source>However much the agent asks for.</source>
        <translation>无论智能体要求多少。</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理服务器</translation>
    </message>
    <message>
        <source>For calls to models.</source>
        <translation>用于调用模型。</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>A file with the certificates of your own authority.</source>
        <translation>包含您自己的证书机构的证书文件。</translation>
    </message>
    <message>
        <source>What is left empty is taken from what is known of the model.</source>
        <translation>留空的内容取自已知的模型信息。</translation>
    </message>
    <message>
        <source>As known</source>
        <translation>按已知</translation>
    </message>
    <message>
        <source>Context, in tokens</source>
        <translation>上下文（令牌）</translation>
    </message>
    <message>
        <source>Output, in tokens</source>
        <translation>输出（令牌）</translation>
    </message>
    <message>
        <source>Price of input, per million</source>
        <translation>输入价格（每百万）</translation>
    </message>
    <message>
        <source>Price of output, per million</source>
        <translation>输出价格（每百万）</translation>
    </message>
    <message>
        <source>Price of cached input</source>
        <translation>缓存输入价格</translation>
    </message>
    <message>
        <source>Price of writing the cache</source>
        <translation>写入缓存价格</translation>
    </message>
    <message>
        <source>Calls tools</source>
        <translation>调用工具</translation>
    </message>
    <message>
        <source>Takes images</source>
        <translation>接受图片</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>会推理</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Used for</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The default model</source>
        <translation>默认模型</translation>
    </message>
    <message>
        <source>For sessions and agents that name no other.</source>
        <translation>用于没有指定其他模型的会话和智能体。</translation>
    </message>
    <message>
        <source>Small model</source>
        <translation>小模型</translation>
    </message>
    <message>
        <source>For titles and summaries; a cheap one will do.</source>
        <translation>用于标题和摘要；便宜的即可。</translation>
    </message>
    <message>
        <source>Review model</source>
        <translation>审查模型</translation>
    </message>
    <message>
        <source>For reviews of changes.</source>
        <translation>用于审查更改。</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Prices are per million tokens. Limits and prices of a model of your own can be set below.</source>
        <translation>价格按每百万令牌计。您自己的模型的上限和价格可在下方设置。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Price in</source>
        <translation>输入价</translation>
    </message>
    <message>
        <source>Price out</source>
        <translation>输出价</translation>
    </message>
    <message>
        <source>Can</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>Make it the default</source>
        <translation>设为默认</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Limits and prices…</source>
        <translation>上限与价格…</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Notifications and sounds</source>
        <translation>通知与声音</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>When a request waits for you, a turn ends or a background task is done, and this window is not in front. Several within a moment become one.</source>
        <translation>当有请求等待您、一轮结束或后台任务完成，而此窗口不在前台时。片刻之内的多条合为一条。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>The system&apos;s own sound with each notification.</source>
        <translation>每条通知伴随系统提示音。</translation>
    </message>
    <message>
        <source>Try the sound</source>
        <translation>试听声音</translation>
    </message>
    <message>
        <source>This desktop has no place for notifications that Spinney can use; the window asks for attention in the task bar instead.</source>
        <translation>此桌面没有 Spinney 可用的通知位置；窗口会改为在任务栏中提醒。</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>From low to high; the last rule that matches wins. A deny of your own is final, and a project&apos;s rules may only tighten.</source>
        <translation>从低到高；最后匹配的规则生效。您自己的“拒绝”是最终的，项目的规则只能收紧。</translation>
    </message>
    <message>
        <source>Agent whose rules are shown</source>
        <translation>显示其规则的智能体</translation>
    </message>
    <message>
        <source>Without an agent&apos;s own rules</source>
        <translation>不含智能体自己的规则</translation>
    </message>
    <message>
        <source>Rules by layer</source>
        <translation>按层列出的规则</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Written in</source>
        <translation>写于</translation>
    </message>
    <message>
        <source>Pattern, such as npm test *</source>
        <translation>模式，例如 npm test *</translation>
    </message>
    <message>
        <source>Pattern of the new rule</source>
        <translation>新规则的模式</translation>
    </message>
    <message>
        <source>Action of the new rule</source>
        <translation>新规则的动作</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Remove the selected rule</source>
        <translation>删除所选规则</translation>
    </message>
    <message>
        <source>The rule is added.</source>
        <translation>规则已添加。</translation>
    </message>
    <message>
        <source>Try the rules</source>
        <translation>试用规则</translation>
    </message>
    <message>
        <source>What would happen to a command, a path or an address. Nothing is run.</source>
        <translation>看看一条命令、一个路径或地址会怎样。不会运行任何东西。</translation>
    </message>
    <message>
        <source>Command, path or address to try</source>
        <translation>要试的命令、路径或地址</translation>
    </message>
    <message>
        <source>It would be allowed.</source>
        <translation>会被允许。</translation>
    </message>
    <message>
        <source>You would be asked.</source>
        <translation>会询问您。</translation>
    </message>
    <message>
        <source>It would be denied.</source>
        <translation>会被拒绝。</translation>
    </message>
    <message>
        <source>“Always” would remember: {patterns}</source>
        <translation>“始终”会记住：{patterns}</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>What you allowed for good, and for what.</source>
        <translation>您长期允许的内容及其范围。</translation>
    </message>
    <message>
        <source>Holds for</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>The approval no longer holds.</source>
        <translation>该批准不再有效。</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>还没有。</translation>
    </message>
    <message>
        <source>Trusted projects</source>
        <translation>受信任的项目</translation>
    </message>
    <message>
        <source>Only in these do a project&apos;s own settings, agents, commands and instructions act, and only as you saw them.</source>
        <translation>只有在这些项目中，项目自己的设置、智能体、命令和指示才起作用，而且仅限您看到的内容。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>No longer trust it</source>
        <translation>不再信任</translation>
    </message>
    <message>
        <source>The project is no longer trusted.</source>
        <translation>该项目不再受信任。</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Providers and keys</source>
        <translation>提供商与密钥</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>A key is looked for in the named environment variable, then in the system keyring. It is never written to a file.</source>
        <translation>先在指定的环境变量中查找密钥，然后在系统密钥环中查找。密钥绝不写入文件。</translation>
    </message>
    <message>
        <source>Providers in use</source>
        <translation>使用中的提供商</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Enter another key</source>
        <translation>输入另一个密钥</translation>
    </message>
    <message>
        <source>Delete the key…</source>
        <translation>删除密钥…</translation>
    </message>
    <message>
        <source>Remove the provider…</source>
        <translation>移除提供商…</translation>
    </message>
    <message>
        <source>Found here</source>
        <translation>在本机找到</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Enter a key</source>
        <translation>输入密钥</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>None yet: enter a key or an address below.</source>
        <translation>还没有：请在下方输入密钥或地址。</translation>
    </message>
    <message>
        <source>It has no model to try yet.</source>
        <translation>它还没有可试的模型。</translation>
    </message>
    <message>
        <source>Delete the key of {name}?</source>
        <translation>删除 {name} 的密钥？</translation>
    </message>
    <message>
        <source>It is taken out of the system keyring and cannot be read again.</source>
        <translation>它会从系统密钥环中删除，之后无法再读取。</translation>
    </message>
    <message>
        <source>Delete the key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>The key is deleted.</source>
        <translation>密钥已删除。</translation>
    </message>
    <message>
        <source>Provider {name}</source>
        <translation>提供商 {name}</translation>
    </message>
    <message>
        <source>In the system keyring</source>
        <translation>在系统密钥环中</translation>
    </message>
    <message>
        <source>In the variable {name}</source>
        <translation>在变量 {name} 中</translation>
    </message>
    <message>
        <source>For this run only</source>
        <translation>仅本次运行</translation>
    </message>
    <message>
        <source>Needs none</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>{name}: back to the default</source>
        <translation>{name}：恢复默认</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙盒</translation>
    </message>
    <message>
        <source>In the sandbox a command can write the project and a temporary folder only, sees no keys and no other program&apos;s secrets, and has no network.</source>
        <translation>在沙盒中，命令只能写入项目和临时文件夹，看不到密钥和其他程序的机密，也没有网络。</translation>
    </message>
    <message>
        <source>Use the sandbox</source>
        <translation>使用沙盒</translation>
    </message>
    <message>
        <source>Where it works</source>
        <translation>在可用之处</translation>
    </message>
    <message>
        <source>Always; without one no command runs</source>
        <translation>始终；没有沙盒就不运行命令</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Run without asking</source>
        <translation>运行时不询问</translation>
    </message>
    <message>
        <source>Commands that run in the sandbox do not ask.</source>
        <translation>在沙盒中运行的命令不再询问。</translation>
    </message>
    <message>
        <source>Also writable</source>
        <translation>另外可写</translation>
    </message>
    <message>
        <source>Folders, one in each line.</source>
        <translation>文件夹，每行一个。</translation>
    </message>
    <message>
        <source>Also hidden</source>
        <translation>另外隐藏</translation>
    </message>
    <message>
        <source>Files and folders that commands must not see.</source>
        <translation>命令不得看到的文件和文件夹。</translation>
    </message>
    <message>
        <source>Commands run in a sandbox (bubblewrap).</source>
        <translation>命令在沙盒（bubblewrap）中运行。</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Everything else is reached by its name in the command palette.</source>
        <translation>其余一切都可在命令面板中按名称找到。</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或按键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Not used, because something else has the name</source>
        <translation>未使用，因为另一项已占用该名称</translation>
    </message>
    <message>
        <source>Why it is not used</source>
        <translation>未使用的原因</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>What agents remember</source>
        <translation>智能体记住的内容</translation>
    </message>
    <message>
        <source>An agent with memory = &quot;user&quot;, &quot;project&quot; or &quot;local&quot; gets the Markdown files of its folder with its prompt and may write there. Keys that Spinney knows are taken out.</source>
        <translation>设置了 memory = &quot;user&quot;、&quot;project&quot; 或 &quot;local&quot; 的智能体会随提示词得到其文件夹中的 Markdown 文件，并可写入其中。Spinney 知道的密钥会被去掉。</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Files of the memory</source>
        <translation>记忆中的文件</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>New file…</source>
        <translation>新建文件…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>No agent has a memory yet.</source>
        <translation>还没有智能体拥有记忆。</translation>
    </message>
    <message>
        <source>Save what you wrote?</source>
        <translation>要保存您写的内容吗？</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Saved, without the keys that were in it.</source>
        <translation>已保存，其中的密钥已去掉。</translation>
    </message>
    <message>
        <source>New file</source>
        <translation>新建文件</translation>
    </message>
    <message>
        <source>Its name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>Delete {name}?</source>
        <translation>删除 {name}？</translation>
    </message>
    <message>
        <source>The agent no longer remembers it, and it cannot be brought back.</source>
        <translation>智能体将不再记得它，且无法恢复。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>You, everywhere</source>
        <translation>您，所有项目</translation>
    </message>
    <message>
        <source>Everybody in this project</source>
        <translation>此项目中的所有人</translation>
    </message>
    <message>
        <source>You, in this project</source>
        <translation>您，在此项目中</translation>
    </message>
    <message>
        <source>{scope} (not in use)</source>
        <translation>{scope}（未使用）</translation>
    </message>
    <message>
        <source>Hooks</source>
        <translation>钩子</translation>
    </message>
    <message>
        <source>Hooks that hold here</source>
        <translation>此处生效的钩子</translation>
    </message>
    <message>
        <source>Commands that run when something happens. Yours run because you wrote them; one of a project, or from another program, runs only after you agreed to it, and asks again when it changes.</source>
        <translation>某事发生时运行的命令。您自己的钩子会直接运行；来自项目或其他程序的钩子须经您同意才运行，内容改变后会再次询问。</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>May it run?</source>
        <translation>可以运行吗？</translation>
    </message>
    <message>
        <source>Agree…</source>
        <translation>同意…</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Show its files</source>
        <translation>显示其文件</translation>
    </message>
    <message>
        <source>What ran</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Since Spinney was opened, newest first.</source>
        <translation>自 Spinney 打开以来，最新的在前。</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Show what it answered</source>
        <translation>显示其回答</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>May this hook run?</source>
        <translation>允许此钩子运行吗？</translation>
    </message>
    <message>
        <source>It may run as it is</source>
        <translation>允许按现状运行</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>The hook may run, as long as it stays as it is.</source>
        <translation>只要内容不变，此钩子就可以运行。</translation>
    </message>
    <message>
        <source>The hook no longer runs.</source>
        <translation>此钩子不再运行。</translation>
    </message>
    <message>
        <source>{outcome}, exit code {code}, {seconds} s</source>
        <translation>{outcome}，退出码 {code}，{seconds} 秒</translation>
    </message>
    <message>
        <source>It said nothing.</source>
        <translation>没有输出。</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>From: {source}</source>
        <translation>来源：{source}</translation>
    </message>
    <message>
        <source>It runs {file}</source>
        <translation>它会运行 {file}</translation>
    </message>
    <message>
        <source>It has changed since you agreed to it.</source>
        <translation>自您同意以来它已改变。</translation>
    </message>
    <message>
        <source>If it fails, what it guards is blocked as well.</source>
        <translation>如果它失败，它所守护的操作也会被阻止。</translation>
    </message>
    <message>
        <source>It is stopped after {seconds} s.</source>
        <translation>{seconds} 秒后会被终止。</translation>
    </message>
    <message>
        <source>Yes: yours</source>
        <translation>可以：您自己的</translation>
    </message>
    <message>
        <source>Yes: you agreed</source>
        <translation>可以：您已同意</translation>
    </message>
    <message>
        <source>Not yet: it is new</source>
        <translation>尚不可以：新的</translation>
    </message>
    <message>
        <source>No: it has changed</source>
        <translation>不可以：已改变</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>It blocked</source>
        <translation>已阻止</translation>
    </message>
    <message>
        <source>It changed the arguments</source>
        <translation>修改了参数</translation>
    </message>
    <message>
        <source>It failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Not agreed to</source>
        <translation>未经同意</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>定时任务</translation>
    </message>
    <message>
        <source>Prompts at a time</source>
        <translation>定时发送的提示词</translation>
    </message>
    <message>
        <source>Nothing runs while Spinney is closed. What was missed meanwhile is run once, and told, when it is opened again.</source>
        <translation>Spinney 关闭时不会运行任何任务。期间错过的任务会在再次打开时告知并运行一次。</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一次</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>上一次</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即运行</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Add a schedule…</source>
        <translation>添加定时任务…</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>What the schedule did</source>
        <translation>定时任务的历史</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Sent: {name}.</source>
        <translation>已发送：{name}。</translation>
    </message>
    <message>
        <source>Remove this schedule?</source>
        <translation>移除此定时任务？</translation>
    </message>
    <message>
        <source>Change the schedule</source>
        <translation>修改定时任务</translation>
    </message>
    <message>
        <source>Add a schedule</source>
        <translation>添加定时任务</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Again and again (cron)</source>
        <translation>重复（cron）</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>Where it goes</source>
        <translation>发送到</translation>
    </message>
    <message>
        <source>A new session in a folder</source>
        <translation>某文件夹中的新会话</translation>
    </message>
    <message>
        <source>One session, by its id</source>
        <translation>指定会话（按 id）</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>默认智能体</translation>
    </message>
    <message>
        <source>Assistant mode: its tasks never hold up what you type</source>
        <translation>助手模式：其任务不会阻塞您的输入</translation>
    </message>
    <message>
        <source>Again and again: minute hour day month weekday, so 0 9 * * 1-5 is nine o&apos;clock on workdays. Once: 2026-05-01 09:00.</source>
        <translation>重复：分 时 日 月 星期，例如 0 9 * * 1-5 表示工作日九点。一次：2026-05-01 09:00。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Folder or session</source>
        <translation>文件夹或会话</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>It cannot be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Never again</source>
        <translation>不再运行</translation>
    </message>
    <message>
        <source>It was time</source>
        <translation>到时间了</translation>
    </message>
    <message>
        <source>It was missed</source>
        <translation>错过了</translation>
    </message>
    <message>
        <source>You asked for it</source>
        <translation>您要求的</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>被中断</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Servers that hold here</source>
        <translation>此处生效的服务器</translation>
    </message>
    <message>
        <source>They start when a project is opened and end with Spinney. One of a project, or from another program, starts only after you agreed to it.</source>
        <translation>它们在打开项目时启动，随 Spinney 结束。来自项目或其他程序的服务器须经您同意才会启动。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>归属</translation>
    </message>
    <message>
        <source>Command or address</source>
        <translation>命令或地址</translation>
    </message>
    <message>
        <source>Use it in this project</source>
        <translation>在此项目中使用</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Key…</source>
        <translation>密钥…</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>添加服务器…</translation>
    </message>
    <message>
        <source>What it offers</source>
        <translation>它提供的内容</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>服务器的工具</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Name in rules</source>
        <translation>规则中的名称</translation>
    </message>
    <message>
        <source>These definitions are new or have changed since you agreed to them. No model gets them before you have looked: − is what you know, + what the server says now.</source>
        <translation>这些定义是新的，或自您同意以来已改变。在您查看之前，任何模型都不会得到它们：− 是您已知的，+ 是服务器现在所说的。</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Agree to these definitions</source>
        <translation>同意这些定义</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log of the server</source>
        <translation>服务器日志</translation>
    </message>
    <message>
        <source>Start now</source>
        <translation>立即启动</translation>
    </message>
    <message>
        <source>None known.</source>
        <translation>暂无。</translation>
    </message>
    <message>
        <source>Prompts, as commands: {prompts}. Resources: {resources}.</source>
        <translation>提示词（作为命令）：{prompts}。资源：{resources}。</translation>
    </message>
    <message>
        <source>May this server start?</source>
        <translation>允许此服务器启动吗？</translation>
    </message>
    <message>
        <source>It may start as it is</source>
        <translation>允许按现状启动</translation>
    </message>
    <message>
        <source>Models may use these tools as they are now.</source>
        <translation>模型可以按现状使用这些工具。</translation>
    </message>
    <message>
        <source>A key for {name}</source>
        <translation>{name} 的密钥</translation>
    </message>
    <message>
        <source>Variable or header</source>
        <translation>变量或请求头</translation>
    </message>
    <message>
        <source>Under this name the server gets it, for example API_TOKEN.</source>
        <translation>服务器以此名称得到它，例如 API_TOKEN。</translation>
    </message>
    <message>
        <source>It goes into the system keyring and is never written to a file.</source>
        <translation>它会存入系统密钥环，绝不写入文件。</translation>
    </message>
    <message>
        <source>Remove the server {name}?</source>
        <translation>移除服务器 {name}？</translation>
    </message>
    <message>
        <source>It is taken out of your config.toml and ended.</source>
        <translation>它会从您的 config.toml 中移除并结束运行。</translation>
    </message>
    <message>
        <source>MCP server {name}</source>
        <translation>MCP 服务器 {name}</translation>
    </message>
    <message>
        <source>Add an MCP server</source>
        <translation>添加 MCP 服务器</translation>
    </message>
    <message>
        <source>Its messages may become prompts</source>
        <translation>它的消息可以成为提示词</translation>
    </message>
    <message>
        <source>For example: uvx mcp-server-git, or https://example.org/mcp</source>
        <translation>例如：uvx mcp-server-git，或 https://example.org/mcp</translation>
    </message>
    <message>
        <source>Start it in</source>
        <translation>启动目录</translation>
    </message>
    <message>
        <source>Variables or headers</source>
        <translation>变量或请求头</translation>
    </message>
    <message>
        <source>One NAME=value a line. For a secret write NAME=env:VARIABLE, or use “Key…” after saving.</source>
        <translation>每行一个 NAME=value。机密请写 NAME=env:VARIABLE，或保存后使用“密钥…”。</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>It is given: {names}</source>
        <translation>它会得到：{names}</translation>
    </message>
    <message>
        <source>A file that it runs, or what it is given, has changed since you agreed to it.</source>
        <translation>自您同意以来，它运行的某个文件或给它的内容已改变。</translation>
    </message>
    <message>
        <source>You agreed to: {shown}</source>
        <translation>您曾同意：{shown}</translation>
    </message>
    <message>
        <source>Last error: {error}</source>
        <translation>最近的错误：{error}</translation>
    </message>
    <message>
        <source>It is tried again at {time}.</source>
        <translation>将在 {time} 重试。</translation>
    </message>
    <message>
        <source>Not started yet</source>
        <translation>尚未启动</translation>
    </message>
    <message>
        <source>Waits for you</source>
        <translation>等待您</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Will be tried again</source>
        <translation>将重试</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>New: waits for you</source>
        <translation>新的：等待您</translation>
    </message>
    <message>
        <source>Changed: waits for you</source>
        <translation>已改变：等待您</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Another program&apos;s</source>
        <translation>其他程序的</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>已终止</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>at its limit</source>
        <translation>达到上限</translation>
    </message>
</context>
<context>
    <name>Tasks</name>
    <message>
        <source>The folder {} is no longer there.</source>
        <translation>文件夹 {} 已不存在。</translation>
    </message>
    <message>
        <source>Send message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>What should {} know?</source>
        <translation>要告诉 {} 什么？</translation>
    </message>
    <message>
        <source> Its worktree goes into the bin, from which it can be restored.</source>
        <translation>它的工作树会进入回收站，可从中恢复。</translation>
    </message>
    <message>
        <source>Discard this task?</source>
        <translation>丢弃此任务？</translation>
    </message>
    <message>
        <source>{} will be stopped.{}</source>
        <translation>{} 将被停止。{}</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Output of the selected task</source>
        <translation>所选任务的输出</translation>
    </message>
    <message>
        <source>No tasks yet. When an agent delegates work or runs a long command, it appears here.</source>
        <translation>还没有任务。智能体委派工作或运行耗时命令时，会显示在这里。</translation>
    </message>
    <message>
        <source> in the background</source>
        <translation>（后台）</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Last tool</source>
        <translation>最近的工具</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>令牌数</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Worktree</source>
        <translation>工作树</translation>
    </message>
    <message>
        <source>{}, {} tool calls, run {}</source>
        <translation>{}，{} 次工具调用，第 {} 次运行</translation>
    </message>
    <message>
        <source>Member of the team {team}</source>
        <translation>团队 {team} 的成员</translation>
    </message>
    <message>
        <source>A fork: a copy of the conversation that started it</source>
        <translation>分叉：发起它的对话的副本</translation>
    </message>
    <message>
        <source>Worktree {}</source>
        <translation>工作树 {}</translation>
    </message>
</context>
<context>
    <name>Teams</name>
    <message>
        <source>{name} of the team {team} presents a plan</source>
        <translation>团队 {team} 的 {name} 提出一份计划</translation>
    </message>
    <message>
        <source>Open session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>It says nothing.</source>
        <translation>没有内容。</translation>
    </message>
    <message>
        <source>What should change, or be minded</source>
        <translation>应修改或注意什么</translation>
    </message>
    <message>
        <source>What you say to the plan</source>
        <translation>您对计划的意见</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Let it carry the plan out; what you wrote goes along</source>
        <translation>让它执行计划；您写的内容一并转达</translation>
    </message>
    <message>
        <source>Send back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Have it think again about what you wrote</source>
        <translation>让它按您写的重新考虑</translation>
    </message>
    <message>
        <source>Write first what should change</source>
        <translation>请先写明应修改什么</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>团队</translation>
    </message>
    <message>
        <source>Which team</source>
        <translation>哪个团队</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Shared tasks</source>
        <translation>共享任务</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Another task for the team</source>
        <translation>给团队再加一项任务</translation>
    </message>
    <message>
        <source>To whom</source>
        <translation>发给谁</translation>
    </message>
    <message>
        <source>Write to the team</source>
        <translation>写给团队</translation>
    </message>
    <message>
        <source>Message to the team</source>
        <translation>给团队的消息</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>组长</translation>
    </message>
    <message>
        <source>open</source>
        <translation>待领</translation>
    </message>
    <message>
        <source>in work</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未阅读</translation>
    </message>
    <message>
        <source>Keep it for yourself</source>
        <translation>留给自己</translation>
    </message>
    <message>
        <source>Mark it done</source>
        <translation>标为完成</translation>
    </message>
    <message>
        <source>Give it back to the team</source>
        <translation>交还团队</translation>
    </message>
    <message>
        <source>Send to the team</source>
        <translation>发送给团队</translation>
    </message>
    <message>
        <source>presents a plan</source>
        <translation>提出计划</translation>
    </message>
    <message>
        <source>rests</source>
        <translation>待命</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>works</source>
        <translation>工作中</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>等待您</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Tasks and team</source>
        <translation>任务与团队</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>No plan waits for an answer.</source>
        <translation>没有计划等待答复。</translation>
    </message>
    <message>
        <source>This conversation has no team.</source>
        <translation>此对话没有团队。</translation>
    </message>
    <message>
        <source>An agent makes one when it starts a teammate.</source>
        <translation>智能体启动队友时会建立团队。</translation>
    </message>
    <message>
        <source>The lead was told.</source>
        <translation>已告知组长。</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Every conversation of every project, with the agents it started below it. A mark shows what works, what waits for you and what is new.</source>
        <translation>每个项目的每个对话，其下是它启动的智能体。标记显示哪些在工作、哪些在等您、哪些是新的。</translation>
    </message>
    <message>
        <source>Say what you want done</source>
        <translation>说出您想完成的事</translation>
    </message>
    <message>
        <source>Enter sends. @ names a file or an agent, / runs a command, ! runs a shell line. You can go on typing while the agent works.</source>
        <translation>回车发送。@ 指定文件或智能体，/ 运行命令，! 运行 Shell 行。智能体工作时您可以继续输入。</translation>
    </message>
    <message>
        <source>Agent, model, mode</source>
        <translation>智能体、模型、模式</translation>
    </message>
    <message>
        <source>Who answers, with which model, and how much it may do without asking you.</source>
        <translation>由谁回答、用哪个模型，以及不问您可以做多少。</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Agents and commands that work in the background. Stop one, send it a message, or open its conversation.</source>
        <translation>在后台工作的智能体和命令。可以停止、发送消息或打开其对话。</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>What waits for your answer. Nothing is done without it, and nothing is denied because you were away.</source>
        <translation>等待您回答的内容。没有您的回答不会做任何事，也不会因为您不在而被拒绝。</translation>
    </message>
    <message>
        <source>Everything by keyboard</source>
        <translation>一切皆可用键盘</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P finds every action, session, file, agent and setting by its name. F1 shows all keys.</source>
        <translation>Ctrl+Shift+P 按名称查找任何操作、会话、文件、智能体和设置。F1 显示所有按键。</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>Usage</name>
    <message>
        <source>Together {amount}</source>
        <translation>合计 {amount}</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时段</translation>
    </message>
    <message>
        <source>The last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>The last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>The last 90 days</source>
        <translation>最近 90 天</translation>
    </message>
    <message>
        <source>The last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Summed by</source>
        <translation>汇总方式</translation>
    </message>
    <message>
        <source>By day</source>
        <translation>按日</translation>
    </message>
    <message>
        <source>By model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>By agent</source>
        <translation>按智能体</translation>
    </message>
    <message>
        <source>By session</source>
        <translation>按会话</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Nothing was used yet: start a session and come back.</source>
        <translation>还没有用量：开始一个会话后再来看。</translation>
    </message>
    <message>
        <source>Nobody knows the price of what was used; look at the tokens.</source>
        <translation>不知道所用内容的价格；请看令牌数。</translation>
    </message>
    <message>
        <source>Usage by day</source>
        <translation>每日用量</translation>
    </message>
    <message>
        <source>{cost} for {tokens} tokens</source>
        <translation>{tokens} 令牌，费用 {cost}</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>For a day</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>For a month</source>
        <translation>每月</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Used: {label}</source>
        <translation>已用：{label}</translation>
    </message>
    <message>
        <source>A warning comes when 80 % is spent and when all of it is. Nothing is stopped.</source>
        <translation>用到 80 % 和用完时会发出警告。不会停止任何东西。</translation>
    </message>
    <message>
        <source>{used} of {budget}</source>
        <translation>{used} / {budget}</translation>
    </message>
    <message>
        <source>The budget is saved.</source>
        <translation>预算已保存。</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>已写入 {file}。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>{:.1f} s</source>
        <translation>{:.1f} 秒</translation>
    </message>
    <message>
        <source>{} s</source>
        <translation>{} 秒</translation>
    </message>
    <message>
        <source>{} min {:02} s</source>
        <translation>{} 分 {:02} 秒</translation>
    </message>
    <message>
        <source>{} h {:02} min</source>
        <translation>{} 小时 {:02} 分</translation>
    </message>
    <message>
        <source>d MMM, HH:mm</source>
        <translation>M月d日 HH:mm</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>{} file</source>
        <translation>{} 个文件</translation>
    </message>
    <message>
        <source>{} files</source>
        <translation>{} 个文件</translation>
    </message>
</context>
<context>
    <name>Worktrees</name>
    <message>
        <source>This task has no worktree with changes.</source>
        <translation>此任务没有含更改的工作树。</translation>
    </message>
    <message>
        <source>No agent works in this worktree.</source>
        <translation>没有智能体在此工作树中工作。</translation>
    </message>
    <message>
        <source>Write to one in the chat.</source>
        <translation>请在对话中写给某个智能体。</translation>
    </message>
    <message>
        <source>I have read your changes. Please attend to these comments:</source>
        <translation>我看过你的更改了，请处理以下评论：</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>One merge commit; the branch&apos;s own commits stay</source>
        <translation>一个合并提交；保留分支自己的提交</translation>
    </message>
    <message>
        <source>Squash</source>
        <translation>压缩合并</translation>
    </message>
    <message>
        <source>Everything as one commit</source>
        <translation>全部合为一个提交</translation>
    </message>
    <message>
        <source>Rebase</source>
        <translation>变基</translation>
    </message>
    <message>
        <source>The branch&apos;s commits on top of yours</source>
        <translation>将分支的提交放到您的提交之上</translation>
    </message>
    <message>
        <source>Apply without a commit</source>
        <translation>应用但不提交</translation>
    </message>
    <message>
        <source>Into your files as uncommitted changes</source>
        <translation>作为未提交的更改放入您的文件</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排显示</translation>
    </message>
    <message>
        <source>Comment on the line of the cursor</source>
        <translation>评论光标所在行</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Send to the agent</source>
        <translation>发送给智能体</translation>
    </message>
    <message>
        <source>Comments; Delete removes one</source>
        <translation>评论；按 Delete 可移除一条</translation>
    </message>
    <message>
        <source>Comment on line {line}</source>
        <translation>评论第 {line} 行</translation>
    </message>
    <message>
        <source>How to bring the changes in</source>
        <translation>合入更改的方式</translation>
    </message>
    <message>
        <source>Worktree {name}</source>
        <translation>工作树 {name}</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Terminal there</source>
        <translation>在此打开终端</translation>
    </message>
    <message>
        <source>Editor there</source>
        <translation>在此打开编辑器</translation>
    </message>
    <message>
        <source>Bring in</source>
        <translation>合入</translation>
    </message>
    <message>
        <source>Let the agent solve them</source>
        <translation>让智能体解决</translation>
    </message>
    <message>
        <source>It merges your branch into its own and solves the conflicts</source>
        <translation>它会将您的分支合并到自己的分支并解决冲突</translation>
    </message>
    <message>
        <source>Abort what is half done</source>
        <translation>中止未完成的操作</translation>
    </message>
    <message>
        <source>The state before it is kept under a name of its own</source>
        <translation>中止前的状态会以单独的名称保留</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take back what was brought in last from here</source>
        <translation>撤回上次从这里合入的内容</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>Put the worktree into the bin, from which it can be restored</source>
        <translation>将工作树移到回收站，可从中恢复</translation>
    </message>
    <message>
        <source>Restore from the bin</source>
        <translation>从回收站恢复</translation>
    </message>
    <message>
        <source>In the bin, with everything in it</source>
        <translation>在回收站中，内容完整</translation>
    </message>
    <message>
        <source>no branch</source>
        <translation>无分支</translation>
    </message>
    <message>
        <source>{branch}, from {base} on {into}</source>
        <translation>{branch}，起始于 {into} 的 {base}</translation>
    </message>
    <message>
        <source>Conflicts in {names}.</source>
        <translation>冲突文件：{names}。</translation>
    </message>
    <message>
        <source>Your own uncommitted changes are in the way: {names}.</source>
        <translation>您自己未提交的更改妨碍合入：{names}。</translation>
    </message>
    <message>
        <source>Your files have all of this already.</source>
        <translation>您的文件中已有全部这些内容。</translation>
    </message>
    <message>
        <source>No conflicts; {files} will change.</source>
        <translation>没有冲突；将更改 {files}。</translation>
    </message>
    <message>
        <source>Brought {files} into {branch}.</source>
        <translation>已将 {files} 合入 {branch}。</translation>
    </message>
    <message>
        <source>Brought {files} in as uncommitted changes.</source>
        <translation>已将 {files} 作为未提交的更改合入。</translation>
    </message>
    <message>
        <source>Everything is as it was before.</source>
        <translation>一切已恢复原状。</translation>
    </message>
    <message>
        <source>Aborted; the state before is kept as {ref}.</source>
        <translation>已中止；之前的状态保留为 {ref}。</translation>
    </message>
    <message>
        <source>Nothing has changed in this worktree.</source>
        <translation>此工作树中没有更改。</translation>
    </message>
    <message>
        <source>A binary file.</source>
        <translation>二进制文件。</translation>
    </message>
    <message>
        <source>A submodule points to another commit.</source>
        <translation>子模块指向另一个提交。</translation>
    </message>
    <message>
        <source>A new file without content.</source>
        <translation>没有内容的新文件。</translation>
    </message>
    <message>
        <source>Only its name or its mode has changed.</source>
        <translation>只更改了名称或权限位。</translation>
    </message>
    <message>
        <source>Nothing is chosen.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>Looking for conflicts…</source>
        <translation>正在检查冲突…</translation>
    </message>
    <message>
        <source>Put this worktree into the bin?</source>
        <translation>将此工作树移到回收站？</translation>
    </message>
    <message>
        <source>Everything in it is kept there for 30 days and can be restored.</source>
        <translation>其中所有内容会在那里保留 30 天，可以恢复。</translation>
    </message>
    <message>
        <source>Into the bin</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>It is not in the bin any more.</source>
        <translation>它已不在回收站中。</translation>
    </message>
    <message>
        <source>The agent was asked to solve the conflicts.</source>
        <translation>已请智能体解决冲突。</translation>
    </message>
    <message>
        <source>The comments were sent to the agent.</source>
        <translation>评论已发送给智能体。</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>… and {n} more lines, which are not shown here</source>
        <translation>… 另有 {n} 行未在此显示</translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation>已更改的文件</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>第 {line} 行</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>已重命名</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>二进制</translation>
    </message>
    <message>
        <source>Worktrees</source>
        <translation>工作树</translation>
    </message>
    <message>
        <source>Worktrees and bin</source>
        <translation>工作树与回收站</translation>
    </message>
    <message>
        <source>Worktree</source>
        <translation>工作树</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>审查…</translation>
    </message>
    <message>
        <source>Compare and merge…</source>
        <translation>比较并合并…</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Empty the bin…</source>
        <translation>清空回收站…</translation>
    </message>
    <message>
        <source>Which conflict with which, and merge all that are clean</source>
        <translation>查看哪些互相冲突，并合并所有无冲突的</translation>
    </message>
    <message>
        <source>Worktrees ({n})</source>
        <translation>工作树（{n}）</translation>
    </message>
    <message>
        <source>Bin ({n}), {size}</source>
        <translation>回收站（{n}），{size}</translation>
    </message>
    <message>
        <source>{names} ({size}) cannot be brought back afterwards, with all that is in it.</source>
        <translation>{names}（{size}）及其全部内容之后无法恢复。</translation>
    </message>
    <message>
        <source>Cleared away: {names}.</source>
        <translation>已清理：{names}。</translation>
    </message>
    <message>
        <source>There is nothing to clear away: all hold something.</source>
        <translation>没有可清理的：每个工作树都有内容。</translation>
    </message>
    <message>
        <source>Session: {title}</source>
        <translation>会话：{title}</translation>
    </message>
    <message>
        <source>Clear away what is merged</source>
        <translation>清理已合并的</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>{n} files</source>
        <translation>{n} 个文件</translation>
    </message>
    <message>
        <source>{names} and {n} more</source>
        <translation>{names} 等另外 {n} 个</translation>
    </message>
    <message>
        <source>its folder is gone</source>
        <translation>文件夹已不存在</translation>
    </message>
    <message>
        <source>an agent works in it</source>
        <translation>有智能体正在其中工作</translation>
    </message>
    <message>
        <source>{what} half done</source>
        <translation>{what} 未完成</translation>
    </message>
    <message>
        <source>{n} in conflict</source>
        <translation>{n} 个冲突</translation>
    </message>
    <message>
        <source>{n} commits ahead</source>
        <translation>领先 {n} 个提交</translation>
    </message>
    <message>
        <source>{n} behind</source>
        <translation>落后 {n} 个</translation>
    </message>
    <message>
        <source>{n} changed</source>
        <translation>{n} 个已更改</translation>
    </message>
    <message>
        <source>{n} new</source>
        <translation>{n} 个新增</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>无更改</translation>
    </message>
    <message>
        <source>{size}, kept for {n} more days</source>
        <translation>{size}，再保留 {n} 天</translation>
    </message>
    <message>
        <source>Delete it for good?</source>
        <translation>要永久删除吗？</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>No terminal was found.</source>
        <translation>未找到终端程序。</translation>
    </message>
    <message>
        <source>Put the name of one into the variable TERMINAL.</source>
        <translation>请将终端名称写入变量 TERMINAL。</translation>
    </message>
    <message>
        <source>No editor was found.</source>
        <translation>未找到编辑器。</translation>
    </message>
    <message>
        <source>Put the name of one into the variable VISUAL.</source>
        <translation>请将编辑器名称写入变量 VISUAL。</translation>
    </message>
    <message>
        <source>The folder {folder} is no longer there.</source>
        <translation>文件夹 {folder} 已不存在。</translation>
    </message>
    <message>
        <source>Merge several worktrees</source>
        <translation>合并多个工作树</translation>
    </message>
    <message>
        <source>Worktrees in the order of merging</source>
        <translation>按合并顺序排列的工作树</translation>
    </message>
    <message>
        <source>What would happen</source>
        <translation>将会怎样</translation>
    </message>
    <message>
        <source>Merge all that are clean</source>
        <translation>合并所有无冲突的</translation>
    </message>
    <message>
        <source>Comparing them with your files and with each other…</source>
        <translation>正在与您的文件及彼此比较…</translation>
    </message>
    <message>
        <source>{clean} of {all} merge with your files as they are.</source>
        <translation>{all} 个中有 {clean} 个可直接合并到您的文件。</translation>
    </message>
    <message>
        <source>Merging one after the other…</source>
        <translation>正在逐个合并…</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>{merged} merged, {left} left as they are.</source>
        <translation>已合并 {merged} 个，{left} 个保持原样。</translation>
    </message>
    <message>
        <source>conflicts with your files: {names}</source>
        <translation>与您的文件冲突：{names}</translation>
    </message>
    <message>
        <source>your uncommitted changes are in the way: {names}</source>
        <translation>您未提交的更改妨碍合并：{names}</translation>
    </message>
    <message>
        <source>clean, but only before {others}</source>
        <translation>无冲突，但与以下互相冲突：{others}</translation>
    </message>
    <message>
        <source>clean</source>
        <translation>无冲突</translation>
    </message>
</context>
</TS>
