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
        <translation>按种类列出的 token 数，以及压缩的方法</translation>
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
        <translation>按日、模型、智能体和会话统计的 token 与费用</translation>
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
        <translation>，{} → {} 个 token</translation>
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
        <translation>上下文：{used}/{limit} 个 token</translation>
    </message>
    <message>
        <source>Context: {} tokens</source>
        <translation>上下文：{} 个 token</translation>
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
        <translation>{} 个 token</translation>
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
        <translation>达到 {} 个 token 时会自动压缩。</translation>
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
    <name>Engine</name>
    <message>
        <source>(cannot be read)</source>
        <translation>（无法读取）</translation>
    </message>
    <message>
        <source>(not all are listed)</source>
        <translation>（未全部列出）</translation>
    </message>
    <message>
        <source>(nothing yet)</source>
        <translation>（暂无）</translation>
    </message>
    <message>
        <source>- Commit there as you see fit. Do not switch to, move or delete other branches, and do not use the stash: they are shared with other people&apos;s checkouts.</source>
        <translation>- 可视需要在那里提交。不要切换到、移动或删除其他分支，也不要使用 stash：它们与其他人的检出目录共用。</translation>
    </message>
    <message>
        <source>- It began with the uncommitted changes of the checkout it was made from.</source>
        <translation>- 它一开始带有其来源检出目录中未提交的更改。</translation>
    </message>
    <message>
        <source>- When you have nothing left to do, end your turn. You rest until a message wakes you.</source>
        <translation>- 没有事可做时，请结束本轮。在消息唤醒您之前，您将处于休息状态。</translation>
    </message>
    <message>
        <source>- Write with send_message: to &quot;lead&quot;, to a member by name, or to &quot;*&quot; for everyone. The text you end a turn with goes to the lead, and the person does not see it.</source>
        <translation>- 用 send_message 发消息：发给 &quot;lead&quot;，按名称发给某个成员，或用 &quot;*&quot; 发给所有人。您结束一轮时写的文字会交给负责人，用户看不到。</translation>
    </message>
    <message>
        <source>- You are on the branch {0}, which began at {1}.</source>
        <translation>- 您在分支 {0} 上，它从 {1} 开始。</translation>
    </message>
    <message>
        <source>- You cannot start teammates or background agents.</source>
        <translation>- 您不能启动队友或后台智能体。</translation>
    </message>
    <message>
        <source>- You may not change anything yet. Look around, work out a plan for what follows, and end your turn with the plan as your answer. You will be told whether it is approved.</source>
        <translation>- 您还不能更改任何东西。请先了解情况，为下面的工作拟定计划，并以该计划作为回答结束本轮。计划是否获批会通知您。</translation>
    </message>
    <message>
        <source>- team_tasks is the list of work that the team shares. Claim a task before you begin it, and mark it done when it is. Its listing also names the members.</source>
        <translation>- team_tasks 是团队共用的工作列表。开始任务前先认领，完成后标记为完成。其列表中也会列出成员。</translation>
    </message>
    <message>
        <source>--{0} may run programs, write files or load settings</source>
        <translation>--{0} 可能会运行程序、写入文件或加载设置</translation>
    </message>
    <message>
        <source>-o writes a file</source>
        <translation>-o 会写入文件</translation>
    </message>
    <message>
        <source>-s names a program that merges</source>
        <translation>-s 指定了执行合并的程序</translation>
    </message>
    <message>
        <source>-u names a program to run on the other side</source>
        <translation>-u 指定了要在另一端运行的程序</translation>
    </message>
    <message>
        <source>-{0} is not known to be harmless</source>
        <translation>无法确定 -{0} 是无害的</translation>
    </message>
    <message>
        <source>-{0} may run programs, write files or load settings</source>
        <translation>-{0} 可能会运行程序、写入文件或加载设置</translation>
    </message>
    <message>
        <source>/{0} is a built-in command that cannot be replaced.</source>
        <translation>/{0} 是内置命令，不能替换。</translation>
    </message>
    <message>
        <source>/{0} works only at the desk.</source>
        <translation>/{0} 只能在桌面程序中使用。</translation>
    </message>
    <message>
        <source>@{0} lies outside the project and is left as text.</source>
        <translation>@{0} 位于项目之外，仅作为文字保留。</translation>
    </message>
    <message>
        <source>@{0} may hold secrets and is not attached.</source>
        <translation>@{0} 可能含有机密，未添加。</translation>
    </message>
    <message>
        <source>@{0}:{1} was not attached: {2}</source>
        <translation>未添加 @{0}:{1}：{2}</translation>
    </message>
    <message>
        <source>A branch named spinney exists, so no branch spinney/… can be made.</source>
        <translation>已有名为 spinney 的分支，因此无法建立 spinney/… 分支。</translation>
    </message>
    <message>
        <source>A conversation can be forked only at the desk, and not by a coordinator.</source>
        <translation>只能在桌面程序中分叉对话，协调者不能分叉。</translation>
    </message>
    <message>
        <source>A copy of the conversation that carries out one directive.</source>
        <translation>对话的一个副本，用于执行一条指示。</translation>
    </message>
    <message>
        <source>A file of a memory may have 1 MB at most.</source>
        <translation>记忆文件最大为 1 MB。</translation>
    </message>
    <message>
        <source>A fork cannot be forked again.</source>
        <translation>分叉不能再次分叉。</translation>
    </message>
    <message>
        <source>A fork needs to know what to do.</source>
        <translation>必须告诉分叉要做什么。</translation>
    </message>
    <message>
        <source>A fork works on it in the background: {0}</source>
        <translation>分叉正在后台处理：{0}</translation>
    </message>
    <message>
        <source>A hook does not let you stop yet:
{0}</source>
        <translation>有钩子还不让您停止：
{0}</translation>
    </message>
    <message>
        <source>A hook must be a table.</source>
        <translation>钩子必须是一个表。</translation>
    </message>
    <message>
        <source>A hook named {0} as the worktree it made, but that is none of {1}.</source>
        <translation>钩子称其建立的工作树是 {0}，但它不是 {1} 的工作树。</translation>
    </message>
    <message>
        <source>A hook named {0} as the worktree it made, but {1} is there.</source>
        <translation>钩子称其建立的工作树是 {0}，但那里是 {1}。</translation>
    </message>
    <message>
        <source>A hook needs an event and a command.</source>
        <translation>钩子需要事件和命令。</translation>
    </message>
    <message>
        <source>A hook refused this: {0}</source>
        <translation>钩子拒绝了此操作：{0}</translation>
    </message>
    <message>
        <source>A hook wants the work to go on</source>
        <translation>有钩子要求继续工作</translation>
    </message>
    <message>
        <source>A hunk of the patch is shorter than its header says.</source>
        <translation>补丁中有一段比其头部所写的短。</translation>
    </message>
    <message>
        <source>A message needs a summary.</source>
        <translation>消息需要摘要。</translation>
    </message>
    <message>
        <source>A part of the path {0} is a file, not a folder.</source>
        <translation>路径 {0} 中有一段是文件，不是文件夹。</translation>
    </message>
    <message>
        <source>A project may not set {0}; set it in your own config.toml</source>
        <translation>项目不能设置 {0}；请在您自己的 config.toml 中设置</translation>
    </message>
    <message>
        <source>A project may only choose a stricter mode.</source>
        <translation>项目只能选择更严格的模式。</translation>
    </message>
    <message>
        <source>A project may only tighten the sandbox, so sandbox.{0} is ignored.</source>
        <translation>项目只能收紧沙盒，因此忽略 sandbox.{0}。</translation>
    </message>
    <message>
        <source>A project&apos;s agent may start programs only from a file in {0}.</source>
        <translation>项目的智能体只能从 {0} 中的文件启动程序。</translation>
    </message>
    <message>
        <source>A project&apos;s rules may only tighten, so this allow is ignored.</source>
        <translation>项目的规则只能收紧，因此忽略此 allow。</translation>
    </message>
    <message>
        <source>A project&apos;s rules must be a table, so this is ignored.</source>
        <translation>项目的规则必须是一个表，因此忽略此项。</translation>
    </message>
    <message>
        <source>A provider&apos;s name has small letters, digits, - and _ only.</source>
        <translation>提供商的名称只能包含小写字母、数字、- 和 _。</translation>
    </message>
    <message>
        <source>A review found the following. Check each finding against the code first; fix those that hold, with a test where that makes sense, and say which ones do not hold and why.</source>
        <translation>审查发现了以下问题。请先对照代码核实每一条；修复成立的问题，适当时加上测试，并说明哪些不成立以及原因。</translation>
    </message>
    <message>
        <source>A reviewer could not finish: {0}</source>
        <translation>有一名审查者未能完成：{0}</translation>
    </message>
    <message>
        <source>A rule forbids it.</source>
        <translation>有规则禁止这样做。</translation>
    </message>
    <message>
        <source>A rule in permission needs permission, pattern and action.</source>
        <translation>permission 中的规则需要 permission、pattern 和 action。</translation>
    </message>
    <message>
        <source>A selection</source>
        <translation>选中的内容</translation>
    </message>
    <message>
        <source>A session cannot resume one that it is part of.</source>
        <translation>会话不能恢复它所属的会话。</translation>
    </message>
    <message>
        <source>A session cannot send a message to itself.</source>
        <translation>会话不能给自己发消息。</translation>
    </message>
    <message>
        <source>A shell command cannot be resumed.</source>
        <translation>Shell 命令不能恢复。</translation>
    </message>
    <message>
        <source>A structured message goes to one member.</source>
        <translation>结构化消息只能发给一个成员。</translation>
    </message>
    <message>
        <source>A summary cannot be empty.</source>
        <translation>摘要不能为空。</translation>
    </message>
    <message>
        <source>A task cannot send a message to itself.</source>
        <translation>任务不能给自己发消息。</translation>
    </message>
    <message>
        <source>A task cannot stop itself or one that it works for.</source>
        <translation>任务不能停止自己或它所服务的任务。</translation>
    </message>
    <message>
        <source>A teammate cannot start background agents.</source>
        <translation>队友不能启动后台智能体。</translation>
    </message>
    <message>
        <source>A teammate cannot start teammates; the team is flat.</source>
        <translation>队友不能启动队友；团队只有一层。</translation>
    </message>
    <message>
        <source>A teammate needs a name.</source>
        <translation>队友需要名称。</translation>
    </message>
    <message>
        <source>A {0} in the session store {1} cannot be understood.</source>
        <translation>会话存储 {1} 中有一个 {0} 无法识别。</translation>
    </message>
    <message>
        <source>A {0} is in progress in this repository.</source>
        <translation>此仓库中正在进行 {0}。</translation>
    </message>
    <message>
        <source>A {0} is in progress in {1}, so it has no settled state to start from.</source>
        <translation>{1} 中正在进行 {0}，因此没有可作为起点的稳定状态。</translation>
    </message>
    <message>
        <source>A {0} is in progress in {1}.</source>
        <translation>{1} 中正在进行 {0}。</translation>
    </message>
    <message>
        <source>Add lines around it until it is unique, or set replace_all.</source>
        <translation>请补上前后的行直到它唯一，或设置 replace_all。</translation>
    </message>
    <message>
        <source>Add name and description.</source>
        <translation>请添加 name 和 description。</translation>
    </message>
    <message>
        <source>Add one in Settings, Providers, or set its environment variable.</source>
        <translation>请在“设置 › 提供商”中添加一个，或设置其环境变量。</translation>
    </message>
    <message>
        <source>Agents may start agents only {0} levels deep, and this is the last one.</source>
        <translation>智能体最多只能嵌套启动 {0} 层，这已是最后一层。</translation>
    </message>
    <message>
        <source>Agents you can use as subagent_type:</source>
        <translation>可用作 subagent_type 的智能体：</translation>
    </message>
    <message>
        <source>Allowed by the hook {0}.</source>
        <translation>已由钩子 {0} 允许。</translation>
    </message>
    <message>
        <source>An action is allow, ask or deny.</source>
        <translation>操作只能是 allow、ask 或 deny。</translation>
    </message>
    <message>
        <source>An address must not hold a password.</source>
        <translation>地址中不能含有密码。</translation>
    </message>
    <message>
        <source>An agent is working in the worktree {0}.</source>
        <translation>有智能体正在工作树 {0} 中工作。</translation>
    </message>
    <message>
        <source>An answer came after its run had ended</source>
        <translation>运行结束之后才收到答复</translation>
    </message>
    <message>
        <source>Another Spinney is still preparing the session store.</source>
        <translation>另一个 Spinney 仍在准备会话存储。</translation>
    </message>
    <message>
        <source>Another Spinney process is bringing changes into this repository.</source>
        <translation>另一个 Spinney 进程正在将更改合入此仓库。</translation>
    </message>
    <message>
        <source>Another Spinney works in this session.</source>
        <translation>另一个 Spinney 正在此会话中工作。</translation>
    </message>
    <message>
        <source>Another git process is using this repository.</source>
        <translation>另一个 git 进程正在使用此仓库。</translation>
    </message>
    <message>
        <source>Another program is keeping the session store {0} locked.</source>
        <translation>另一个程序锁定了会话存储 {0}。</translation>
    </message>
    <message>
        <source>Ask for less at once.</source>
        <translation>请一次少要一些。</translation>
    </message>
    <message>
        <source>Ask something about this conversation without leaving a trace in it</source>
        <translation>就此对话提问，而不在其中留下痕迹</translation>
    </message>
    <message>
        <source>Ask the agent to read it; you will be asked for permission.</source>
        <translation>请让智能体读取它；届时会请求您的许可。</translation>
    </message>
    <message>
        <source>Ask the lead, or leave name and team_name out for a helper that you wait for.</source>
        <translation>请询问负责人，或省略 name 和 team_name，启动一个您等待其结果的助手。</translation>
    </message>
    <message>
        <source>At most {0} bytes can be shown; scale it down first.</source>
        <translation>最多可显示 {0} 字节；请先缩小。</translation>
    </message>
    <message>
        <source>Available: {0}.</source>
        <translation>可用：{0}。</translation>
    </message>
    <message>
        <source>Behind a company proxy, set ca_file in the [network] section to its certificate file.</source>
        <translation>如果位于公司的代理服务器之后，请将 [network] 部分的 ca_file 设为其证书文件。</translation>
    </message>
    <message>
        <source>Branches of this repository are not moved by pushing to it or fetching from it.</source>
        <translation>不能通过向此仓库推送或从中获取来移动它的分支。</translation>
    </message>
    <message>
        <source>Call it again with a complete JSON object.</source>
        <translation>请用完整的 JSON 对象重新调用。</translation>
    </message>
    <message>
        <source>Call it again with the arguments its schema asks for.</source>
        <translation>请按其模式要求的参数重新调用。</translation>
    </message>
    <message>
        <source>Call the tool report_ready once, with any friendly word.</source>
        <translation>请调用一次工具 report_ready，附上任意一句友好的话。</translation>
    </message>
    <message>
        <source>Carries out a self-contained task of several steps, research or changes, and reports the result. Use several of them at once for independent pieces of work.</source>
        <translation>执行一项包含多个步骤的独立任务（调研或更改），并报告结果。对于互不相关的工作，可同时使用多个。</translation>
    </message>
    <message>
        <source>Change {0} in {1} by hand.</source>
        <translation>请手动更改 {1} 中的 {0}。</translation>
    </message>
    <message>
        <source>Check a branch out first, or apply the changes without committing.</source>
        <translation>请先检出一个分支，或应用更改而不提交。</translation>
    </message>
    <message>
        <source>Check its permissions, or choose another folder.</source>
        <translation>请检查其权限，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>请检查其权限。</translation>
    </message>
    <message>
        <source>Check the address, and that the server runs.</source>
        <translation>请检查地址，并确认服务器正在运行。</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>请检查地址。</translation>
    </message>
    <message>
        <source>Check the key of {0} in Settings › Providers, or the environment variable that holds it.</source>
        <translation>请在“设置 › 提供商”中检查 {0} 的密钥，或检查存放它的环境变量。</translation>
    </message>
    <message>
        <source>Check the key, or enter one.</source>
        <translation>请检查密钥，或输入一个。</translation>
    </message>
    <message>
        <source>Check the model&apos;s name, and base_url of the provider (it usually ends in /v1).</source>
        <translation>请检查模型名称，以及提供商的 base_url（通常以 /v1 结尾）。</translation>
    </message>
    <message>
        <source>Check the network connection, the proxy settings and base_url of the provider.</source>
        <translation>请检查网络连接、代理服务器设置和提供商的 base_url。</translation>
    </message>
    <message>
        <source>Check the plan and the billing page of {0}, or choose another provider.</source>
        <translation>请查看 {0} 的套餐和账单页面，或选择其他提供商。</translation>
    </message>
    <message>
        <source>Check what the key may do in the account of {0}, or choose another model.</source>
        <translation>请在 {0} 的账户中检查密钥的权限，或选择其他模型。</translation>
    </message>
    <message>
        <source>Check who owns it and how it is mounted.</source>
        <translation>请检查它的所有者和挂载方式。</translation>
    </message>
    <message>
        <source>Check who owns its files.</source>
        <translation>请检查其文件的所有者。</translation>
    </message>
    <message>
        <source>Checkpoints are off in this folder.</source>
        <translation>此文件夹已关闭检查点。</translation>
    </message>
    <message>
        <source>Choose a file that Spinney exported.</source>
        <translation>请选择由 Spinney 导出的文件。</translation>
    </message>
    <message>
        <source>Choose a model.</source>
        <translation>请选择一个模型。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Choose another keyring, or name an environment variable with api_key_env.</source>
        <translation>请选择其他密钥环，或用 api_key_env 指定环境变量。</translation>
    </message>
    <message>
        <source>Choose another model, or correct its name in the configuration.</source>
        <translation>请选择其他模型，或在配置中更正其名称。</translation>
    </message>
    <message>
        <source>Choose another name or edit that agent.</source>
        <translation>请换一个名称，或编辑那个智能体。</translation>
    </message>
    <message>
        <source>Choose another name, or send a message to the task that has it.</source>
        <translation>请换一个名称，或给使用该名称的任务发消息。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>Choose files or hunks to take.</source>
        <translation>请选择要采用的文件或更改块。</translation>
    </message>
    <message>
        <source>Choose one in Settings, Models.</source>
        <translation>请在“设置 › 模型”中选择一个。</translation>
    </message>
    <message>
        <source>Choose one of the two.</source>
        <translation>请从两者中选择一个。</translation>
    </message>
    <message>
        <source>Choose one of: {0}.</source>
        <translation>请从以下选项中选择一个：{0}。</translation>
    </message>
    <message>
        <source>Choose the model of this session</source>
        <translation>选择此会话的模型</translation>
    </message>
    <message>
        <source>Commands cannot be started at the moment.</source>
        <translation>目前无法启动命令。</translation>
    </message>
    <message>
        <source>Commands cannot run in the background here.</source>
        <translation>命令在这里不能在后台运行。</translation>
    </message>
    <message>
        <source>Commands in a worktree must not point git elsewhere with variables of its own.</source>
        <translation>工作树中的命令不得用自己的变量将 git 指向别处。</translation>
    </message>
    <message>
        <source>Commands run in a sandbox (bubblewrap).</source>
        <translation>命令在沙盒（bubblewrap）中运行。</translation>
    </message>
    <message>
        <source>Commands run in a sandbox.</source>
        <translation>命令在沙盒中运行。</translation>
    </message>
    <message>
        <source>Commands run without a sandbox.</source>
        <translation>命令不在沙盒中运行。</translation>
    </message>
    <message>
        <source>Commit or stash them first.</source>
        <translation>请先提交或贮藏它们。</translation>
    </message>
    <message>
        <source>Commit something first.</source>
        <translation>请先提交一些内容。</translation>
    </message>
    <message>
        <source>Compact the conversation with /compact, or choose a model with a larger context.</source>
        <translation>请用 /compact 压缩对话，或选择上下文更大的模型。</translation>
    </message>
    <message>
        <source>Compacting helps once there is a conversation.</source>
        <translation>有了对话之后，压缩才有用。</translation>
    </message>
    <message>
        <source>Compacting this conversation failed three times in a row and is not tried again.</source>
        <translation>压缩此对话已连续失败三次，不再重试。</translation>
    </message>
    <message>
        <source>Copy it exactly.</source>
        <translation>请原样复制。</translation>
    </message>
    <message>
        <source>Correct the setting, or remove it.</source>
        <translation>请更正该设置，或将其移除。</translation>
    </message>
    <message>
        <source>Create {0}</source>
        <translation>新建 {0}</translation>
    </message>
    <message>
        <source>Decide yourself and say what you assumed.</source>
        <translation>请自行决定，并说明您的假设。</translation>
    </message>
    <message>
        <source>Delete it by hand.</source>
        <translation>请手动删除。</translation>
    </message>
    <message>
        <source>Did you mean {0}?</source>
        <translation>您是想用 {0} 吗？</translation>
    </message>
    <message>
        <source>Discard that one instead.</source>
        <translation>请改为丢弃那一个。</translation>
    </message>
    <message>
        <source>Do not try it again in another way; ask what they want instead.</source>
        <translation>不要换一种方式再试；请询问用户希望怎么做。</translation>
    </message>
    <message>
        <source>Do the work here, or name a subagent_type for a piece of it.</source>
        <translation>请在这里完成工作，或为其中一部分指定 subagent_type。</translation>
    </message>
    <message>
        <source>Do the work here.</source>
        <translation>请在这里完成工作。</translation>
    </message>
    <message>
        <source>Edit the file to take it back.</source>
        <translation>要收回，请编辑该文件。</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>编辑 {0}</translation>
    </message>
    <message>
        <source>Enable build or plan again.</source>
        <translation>请重新启用 build 或 plan。</translation>
    </message>
    <message>
        <source>End your turn, or ask the lead.</source>
        <translation>请结束本轮，或询问负责人。</translation>
    </message>
    <message>
        <source>Enter a command, a path or an address.</source>
        <translation>请输入命令、路径或地址。</translation>
    </message>
    <message>
        <source>Enter the key by itself.</source>
        <translation>请只输入密钥本身。</translation>
    </message>
    <message>
        <source>Escape special characters with a backslash, or set literal.</source>
        <translation>请用反斜杠转义特殊字符，或设置 literal。</translation>
    </message>
    <message>
        <source>Everything was put back as it was.</source>
        <translation>一切已恢复原状。</translation>
    </message>
    <message>
        <source>Expected: {0}.</source>
        <translation>应为：{0}。</translation>
    </message>
    <message>
        <source>Explores and writes a plan without changing anything in the project.</source>
        <translation>进行探查并撰写计划，不更改项目中的任何内容。</translation>
    </message>
    <message>
        <source>Fetch {0}</source>
        <translation>获取 {0}</translation>
    </message>
    <message>
        <source>Files could not be written, most likely because the disk is full.</source>
        <translation>有文件无法写入，很可能是因为磁盘已满。</translation>
    </message>
    <message>
        <source>Files in the folder{0}:</source>
        <translation>文件夹中的文件{0}：</translation>
    </message>
    <message>
        <source>Files kept by Git LFS are pointers here; run git lfs pull for their content.</source>
        <translation>由 Git LFS 保存的文件在这里只是指针；需要内容时请运行 git lfs pull。</translation>
    </message>
    <message>
        <source>Files of yours that are not committed are in the way: {0}.</source>
        <translation>您有未提交的文件妨碍操作：{0}。</translation>
    </message>
    <message>
        <source>Files were changed after {0} was applied: {1}.</source>
        <translation>应用 {0} 之后有文件被更改：{1}。</translation>
    </message>
    <message>
        <source>Find tools of connected MCP servers. There are {0}, too many to list with their parameters; the ones you find can be called from your next step on.</source>
        <translation>查找已连接的 MCP 服务器的工具。共有 {0} 个，太多而无法连同参数一并列出；找到的工具从您的下一步起即可调用。</translation>
    </message>
    <message>
        <source>Find {0} in {1}</source>
        <translation>在 {1} 中查找 {0}</translation>
    </message>
    <message>
        <source>Finding {0} could not be read: {1}.</source>
        <translation>无法读取发现 {0}：{1}。</translation>
    </message>
    <message>
        <source>Finds things in the code base quickly and only reads: files by pattern, code by keyword, answers to questions such as how a feature works. Say how thorough it should be: &quot;quick&quot;, &quot;medium&quot; or &quot;very thorough&quot;.</source>
        <translation>在代码库中快速查找，只读取：按模式找文件，按关键词找代码，回答某功能如何工作之类的问题。请说明要多彻底：&quot;quick&quot;、&quot;medium&quot; 或 &quot;very thorough&quot;。</translation>
    </message>
    <message>
        <source>Finish or abort it first.</source>
        <translation>请先完成或中止它。</translation>
    </message>
    <message>
        <source>Fix the findings of the review in the background.</source>
        <translation>在后台修复审查发现的问题。</translation>
    </message>
    <message>
        <source>Folder: {0} (relative paths below are relative to it)</source>
        <translation>文件夹：{0}（下面的相对路径以此为准）</translation>
    </message>
    <message>
        <source>For example: API_TOKEN.</source>
        <translation>例如：API_TOKEN。</translation>
    </message>
    <message>
        <source>For example: MY_API_KEY.</source>
        <translation>例如：MY_API_KEY。</translation>
    </message>
    <message>
        <source>For example: my-server.</source>
        <translation>例如：my-server。</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>请释放一些空间后重试。</translation>
    </message>
    <message>
        <source>Free some space and try again. {0}</source>
        <translation>请释放一些空间后重试。{0}</translation>
    </message>
    <message>
        <source>Free some space, for example by emptying the bin of worktrees.</source>
        <translation>请释放一些空间，例如清空工作树的回收站。</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>请释放一些空间。</translation>
    </message>
    <message>
        <source>Git does not know your name and address.</source>
        <translation>Git 不知道您的姓名和邮箱地址。</translation>
    </message>
    <message>
        <source>Give a few words as summary.</source>
        <translation>请用几个词写出 summary。</translation>
    </message>
    <message>
        <source>Give a folder inside it.</source>
        <translation>请给出其中的一个文件夹。</translation>
    </message>
    <message>
        <source>Give an existing folder as cwd.</source>
        <translation>请用 cwd 给出一个已存在的文件夹。</translation>
    </message>
    <message>
        <source>Give isolation = &quot;none&quot;.</source>
        <translation>请设置 isolation = &quot;none&quot;。</translation>
    </message>
    <message>
        <source>Give it a name of its own.</source>
        <translation>请给它一个单独的名称。</translation>
    </message>
    <message>
        <source>Give it another name.</source>
        <translation>请给它换一个名称。</translation>
    </message>
    <message>
        <source>Give its id.</source>
        <translation>请给出其 id。</translation>
    </message>
    <message>
        <source>Give name beside team_name.</source>
        <translation>请在 team_name 之外再给出 name。</translation>
    </message>
    <message>
        <source>Give one of them: a worktree is a folder.</source>
        <translation>请给出其中一个：工作树是一个文件夹。</translation>
    </message>
    <message>
        <source>Give the path of a file or folder.</source>
        <translation>请给出文件或文件夹的路径。</translation>
    </message>
    <message>
        <source>Give titles.</source>
        <translation>请给出 titles。</translation>
    </message>
    <message>
        <source>Hooks kept this session from stopping {0} times; it stops now.</source>
        <translation>钩子已 {0} 次阻止此会话停止；现在停止。</translation>
    </message>
    <message>
        <source>Hunk {0} does not fit {1}; these lines were not found:
{2}</source>
        <translation>第 {0} 段与 {1} 不符；找不到这些行：
{2}</translation>
    </message>
    <message>
        <source>If it is meant, call again with private set; the person is asked about that.</source>
        <translation>如果确有此意，请设置 private 后重新调用；届时会询问使用者。</translation>
    </message>
    <message>
        <source>If this goes on, choose another model or look at the options set for this one.</source>
        <translation>如果一直这样，请选择其他模型，或检查为此模型设置的选项。</translation>
    </message>
    <message>
        <source>Ignore what need not be kept in .gitignore to get checkpoints here.</source>
        <translation>要在这里使用检查点，请在 .gitignore 中忽略不必保留的内容。</translation>
    </message>
    <message>
        <source>In a shallow clone, fetch more history first.</source>
        <translation>如果是浅克隆，请先获取更多历史。</translation>
    </message>
    <message>
        <source>In {0}, permission.{1} has the action {2} for {3}.</source>
        <translation>在 {0} 中，permission.{1} 对 {3} 的操作是 {2}。</translation>
    </message>
    <message>
        <source>Install GNOME Keyring or KWallet, or name an environment variable with api_key_env.</source>
        <translation>请安装 GNOME Keyring 或 KWallet，或用 api_key_env 指定环境变量。</translation>
    </message>
    <message>
        <source>Install bash.</source>
        <translation>请安装 bash。</translation>
    </message>
    <message>
        <source>Install bubblewrap, or set sandbox.enabled to &quot;auto&quot;.</source>
        <translation>请安装 bubblewrap，或将 sandbox.enabled 设为 &quot;auto&quot;。</translation>
    </message>
    <message>
        <source>Install it and try again.</source>
        <translation>请安装后重试。</translation>
    </message>
    <message>
        <source>Install ripgrep so that rg is on the PATH.</source>
        <translation>请安装 ripgrep，使 rg 位于 PATH 中。</translation>
    </message>
    <message>
        <source>Is it installed?</source>
        <translation>它安装了吗？</translation>
    </message>
    <message>
        <source>It can be used again once the person has looked at the change in the settings.</source>
        <translation>用户在设置中查看此更改后即可再次使用。</translation>
    </message>
    <message>
        <source>It can talk, but an agent needs tools to work: choose another model for that.</source>
        <translation>它可以对话，但智能体需要工具才能工作：请为此选择其他模型。</translation>
    </message>
    <message>
        <source>It cannot be deleted.</source>
        <translation>无法删除它。</translation>
    </message>
    <message>
        <source>It cannot be read: {0}</source>
        <translation>无法读取：{0}</translation>
    </message>
    <message>
        <source>It cannot be read: {0}.</source>
        <translation>无法读取：{0}。</translation>
    </message>
    <message>
        <source>It closed its output.</source>
        <translation>它关闭了输出。</translation>
    </message>
    <message>
        <source>It could be allowed with {0}.</source>
        <translation>可以用 {0} 允许它。</translation>
    </message>
    <message>
        <source>It did not answer in time.</source>
        <translation>它没有及时应答。</translation>
    </message>
    <message>
        <source>It did not answer in {0} s.</source>
        <translation>它在 {0} 秒内没有应答。</translation>
    </message>
    <message>
        <source>It did not answer within {0} s.</source>
        <translation>它在 {0} 秒内没有应答。</translation>
    </message>
    <message>
        <source>It does not hold a JSON object.</source>
        <translation>其中没有 JSON 对象。</translation>
    </message>
    <message>
        <source>It has characters that nobody sees.</source>
        <translation>它含有不可见的字符。</translation>
    </message>
    <message>
        <source>It has no description, so no model could tell when to use it.</source>
        <translation>它没有描述，因此模型无法判断何时使用它。</translation>
    </message>
    <message>
        <source>It has no front matter, so it does not define an agent.</source>
        <translation>它没有 front matter，因此没有定义智能体。</translation>
    </message>
    <message>
        <source>It has no front matter.</source>
        <translation>它没有 front matter。</translation>
    </message>
    <message>
        <source>It has no prompt, so it knows nothing but its tools.</source>
        <translation>它没有提示词，因此除了工具之外一无所知。</translation>
    </message>
    <message>
        <source>It has no template.</source>
        <translation>它没有模板。</translation>
    </message>
    <message>
        <source>It has no text to send.</source>
        <translation>它没有可发送的文字。</translation>
    </message>
    <message>
        <source>It holds no SKILL.md.</source>
        <translation>其中没有 SKILL.md。</translation>
    </message>
    <message>
        <source>It is a link that leads outside the project.</source>
        <translation>它是指向项目之外的链接。</translation>
    </message>
    <message>
        <source>It is empty so far.</source>
        <translation>目前为空。</translation>
    </message>
    <message>
        <source>It is larger than {0} KB.</source>
        <translation>它大于 {0} KB。</translation>
    </message>
    <message>
        <source>It is not connected.</source>
        <translation>它未连接。</translation>
    </message>
    <message>
        <source>It is not text in UTF-8.</source>
        <translation>它不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>It is not valid JSON: nested too deeply.</source>
        <translation>它不是有效的 JSON：嵌套过深。</translation>
    </message>
    <message>
        <source>It is not valid JSON: {0} (line {1}).</source>
        <translation>它不是有效的 JSON：{0}（第 {1} 行）。</translation>
    </message>
    <message>
        <source>It is not valid TOML: {0}.</source>
        <translation>它不是有效的 TOML：{0}。</translation>
    </message>
    <message>
        <source>It is still ending.</source>
        <translation>它仍在结束中。</translation>
    </message>
    <message>
        <source>It is unchanged. Use the version of Spinney that wrote it, or report this.</source>
        <translation>它未被更改。请使用写入它的 Spinney 版本，或报告此问题。</translation>
    </message>
    <message>
        <source>It may be waiting for its password: unlock it and try again.</source>
        <translation>它可能在等待密码：请解锁后重试。</translation>
    </message>
    <message>
        <source>It may have been deleted; see the session list.</source>
        <translation>它可能已被删除；请查看会话列表。</translation>
    </message>
    <message>
        <source>It may have been removed.</source>
        <translation>它可能已被移除。</translation>
    </message>
    <message>
        <source>It may have ended already.</source>
        <translation>它可能已经结束。</translation>
    </message>
    <message>
        <source>It means somebody else to the team.</source>
        <translation>这个名称在团队中另有所指。</translation>
    </message>
    <message>
        <source>It must begin with https:// or http://.</source>
        <translation>它必须以 https:// 或 http:// 开头。</translation>
    </message>
    <message>
        <source>It must name at least one file.</source>
        <translation>它必须至少写明一个文件。</translation>
    </message>
    <message>
        <source>It sent a message of more than {0} MB and was ended.</source>
        <translation>它发送了超过 {0} MB 的消息，已被结束。</translation>
    </message>
    <message>
        <source>It sent something that is not a valid answer.</source>
        <translation>它发送的内容不是有效的应答。</translation>
    </message>
    <message>
        <source>It waits for {0}, who do not work at the moment.</source>
        <translation>它在等待 {0}，而后者目前没有在工作。</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>It was delivered or removed.</source>
        <translation>它已送达或已移除。</translation>
    </message>
    <message>
        <source>It was interrupted.</source>
        <translation>已中断。</translation>
    </message>
    <message>
        <source>It was probably written by a newer Spinney; update this one.</source>
        <translation>它可能是由较新的 Spinney 写入的；请更新当前版本。</translation>
    </message>
    <message>
        <source>It was started again; send the message again.</source>
        <translation>它已重新启动；请重新发送消息。</translation>
    </message>
    <message>
        <source>Its commits are on the branch {0}; resume its task to bring it back. If you moved it, run git worktree repair in the folder where it is now.</source>
        <translation>其提交在分支 {0} 上；恢复其任务即可找回。如果您移动过它，请在该工作树现在所在的文件夹中运行 git worktree repair。</translation>
    </message>
    <message>
        <source>Its definition is too large.</source>
        <translation>其定义过大。</translation>
    </message>
    <message>
        <source>Its last line must be *** End Patch.</source>
        <translation>其最后一行必须是 *** End Patch。</translation>
    </message>
    <message>
        <source>Its output so far is in the output file; start the command again if it is needed.</source>
        <translation>目前为止的输出在输出文件中；如仍需要，请重新启动该命令。</translation>
    </message>
    <message>
        <source>Its session may be deleted.</source>
        <translation>其会话可能已被删除。</translation>
    </message>
    <message>
        <source>Known tasks: {0}.</source>
        <translation>已知的任务：{0}。</translation>
    </message>
    <message>
        <source>Last lines of the log ({0} at most):</source>
        <translation>日志的最后几行（最多 {0} 行）：</translation>
    </message>
    <message>
        <source>Leave cwd out, or give isolation = &quot;none&quot;.</source>
        <translation>请省略 cwd，或设置 isolation = &quot;none&quot;。</translation>
    </message>
    <message>
        <source>Leave out the line numbers that read puts before each line.</source>
        <translation>请去掉 read 在每行前加的行号。</translation>
    </message>
    <message>
        <source>Leave session_id out to start afresh.</source>
        <translation>要重新开始，请省略 session_id。</translation>
    </message>
    <message>
        <source>Leave subagent_type out to resume it.</source>
        <translation>要恢复它，请省略 subagent_type。</translation>
    </message>
    <message>
        <source>Let a copy of this conversation work on something in the background</source>
        <translation>让此对话的副本在后台处理某件事</translation>
    </message>
    <message>
        <source>Let the hook make a new one each time.</source>
        <translation>请让钩子每次都建立一个新的。</translation>
    </message>
    <message>
        <source>Let the hook print the path of a worktree of this repository, or nothing.</source>
        <translation>请让钩子输出此仓库的一个工作树的路径，或什么都不输出。</translation>
    </message>
    <message>
        <source>Line {0} cannot be imported: {1}</source>
        <translation>无法导入第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>Line {0} cannot be imported: {1}: {2}.</source>
        <translation>无法导入第 {0} 行：{1}：{2}。</translation>
    </message>
    <message>
        <source>Line {0} of the patch is {1}.</source>
        <translation>补丁的第 {0} 行是 {1}。</translation>
    </message>
    <message>
        <source>List them first.</source>
        <translation>请先列出它们。</translation>
    </message>
    <message>
        <source>List {0}</source>
        <translation>列出 {0}</translation>
    </message>
    <message>
        <source>Load the skill {0}</source>
        <translation>加载技能 {0}</translation>
    </message>
    <message>
        <source>Look at it again.</source>
        <translation>请再查看一次。</translation>
    </message>
    <message>
        <source>Look at it in Settings, MCP servers.</source>
        <translation>请在“设置 › MCP 服务器”中查看。</translation>
    </message>
    <message>
        <source>Look at it with spinney hooks list, then spinney hooks trust.</source>
        <translation>请用 spinney hooks list 查看，然后运行 spinney hooks trust。</translation>
    </message>
    <message>
        <source>Look at the folder again before you retry.</source>
        <translation>重试之前请再查看一次该文件夹。</translation>
    </message>
    <message>
        <source>Look at the project and write or improve its AGENTS.md</source>
        <translation>查看项目并撰写或改进其 AGENTS.md</translation>
    </message>
    <message>
        <source>Make it writable, or name another folder with SPINNEY_HOME.</source>
        <translation>请使其可写，或用 SPINNEY_HOME 指定其他文件夹。</translation>
    </message>
    <message>
        <source>Make room, then run git restore for them; {0} has them.</source>
        <translation>请腾出空间，然后对它们运行 git restore；{0} 中有它们。</translation>
    </message>
    <message>
        <source>Many addresses end in /v1. You can also enter a model&apos;s name yourself.</source>
        <translation>许多地址以 /v1 结尾。您也可以自行输入模型名称。</translation>
    </message>
    <message>
        <source>Mend the file first.</source>
        <translation>请先修正该文件。</translation>
    </message>
    <message>
        <source>Mend the hook for worktree-create, or take it away.</source>
        <translation>请修正用于建立工作树的 worktree-create 钩子，或将其移除。</translation>
    </message>
    <message>
        <source>Move it away first.</source>
        <translation>请先将它移走。</translation>
    </message>
    <message>
        <source>Move it away.</source>
        <translation>请将它移走。</translation>
    </message>
    <message>
        <source>Name a branch or a commit.</source>
        <translation>请指定分支或提交。</translation>
    </message>
    <message>
        <source>Name a branch with --base, a commit with --commit, or describe what to review.</source>
        <translation>请用 --base 指定分支，用 --commit 指定提交，或描述要审查的内容。</translation>
    </message>
    <message>
        <source>Name a directory for the schedule.</source>
        <translation>请为定时任务指定目录。</translation>
    </message>
    <message>
        <source>Name a folder to work in.</source>
        <translation>请指定用于工作的文件夹。</translation>
    </message>
    <message>
        <source>Name an existing folder.</source>
        <translation>请指定一个已存在的文件夹。</translation>
    </message>
    <message>
        <source>Name one as provider/model: --model on the command line, or model = &quot;provider/model&quot; in config.toml. --model demo/tour shows a scripted demo without a key.</source>
        <translation>请以 provider/model 的形式指定一个：在命令行用 --model，或在 config.toml 中写 model = &quot;provider/model&quot;。--model demo/tour 显示不需要密钥的脚本演示。</translation>
    </message>
    <message>
        <source>Name the member.</source>
        <translation>请指定该成员。</translation>
    </message>
    <message>
        <source>Names a conversation.</source>
        <translation>为对话命名。</translation>
    </message>
    <message>
        <source>New file {0} (too large or a link; not shown)</source>
        <translation>新文件 {0}（过大或为链接；不显示）</translation>
    </message>
    <message>
        <source>No agent is left that can lead a conversation.</source>
        <translation>没有剩下可以主导对话的智能体。</translation>
    </message>
    <message>
        <source>No checkpoint was made for this prompt, so files stay as they are.</source>
        <translation>没有为此提示建立检查点，因此文件保持原样。</translation>
    </message>
    <message>
        <source>No checkpoints are made here: {0}</source>
        <translation>这里不建立检查点：{0}</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>没有发现。</translation>
    </message>
    <message>
        <source>No free name was found for the worktree.</source>
        <translation>找不到可用于工作树的空闲名称。</translation>
    </message>
    <message>
        <source>No model is configured.</source>
        <translation>尚未配置模型。</translation>
    </message>
    <message>
        <source>No model server answers at {0}.</source>
        <translation>{0} 上没有模型服务器应答。</translation>
    </message>
    <message>
        <source>No permission is called {0}.{1}</source>
        <translation>没有名为 {0} 的权限。{1}</translation>
    </message>
    <message>
        <source>No project has been opened yet.</source>
        <translation>尚未打开过项目。</translation>
    </message>
    <message>
        <source>No task is open.</source>
        <translation>没有未完成的任务。</translation>
    </message>
    <message>
        <source>No task was started yet.</source>
        <translation>尚未启动任何任务。</translation>
    </message>
    <message>
        <source>No tool matches.</source>
        <translation>没有匹配的工具。</translation>
    </message>
    <message>
        <source>No worktree was made: {0}</source>
        <translation>未建立工作树：{0}</translation>
    </message>
    <message>
        <source>Nobody can be asked here.</source>
        <translation>这里没有人可以询问。</translation>
    </message>
    <message>
        <source>Nobody is there to answer.</source>
        <translation>没有人可以答复。</translation>
    </message>
    <message>
        <source>Not shown here: {0}.</source>
        <translation>此处未显示：{0}。</translation>
    </message>
    <message>
        <source>Nothing is half done in the worktree {0}.</source>
        <translation>工作树 {0} 中没有未完成的操作。</translation>
    </message>
    <message>
        <source>Nothing is stopped: it is for you to decide whether to go on.</source>
        <translation>不会停止任何工作：是否继续由您决定。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未更改任何内容。</translation>
    </message>
    <message>
        <source>Nothing was changed. Commit, stash or move them first, or take less.</source>
        <translation>未更改任何内容。请先提交、贮藏或移走它们，或少采用一些。</translation>
    </message>
    <message>
        <source>Nothing was changed. Let the agent resolve them in its worktree, or take less.</source>
        <translation>未更改任何内容。请让智能体在其工作树中解决冲突，或少采用一些。</translation>
    </message>
    <message>
        <source>Nothing was changed. Make room in {0} and try again.</source>
        <translation>未更改任何内容。请在 {0} 中腾出空间后重试。</translation>
    </message>
    <message>
        <source>Nothing was changed. Merge or squash them instead.</source>
        <translation>未更改任何内容。请改为合并，或合为一个提交。</translation>
    </message>
    <message>
        <source>Nothing was changed. Move the file (with its -wal and -shm) aside to start afresh, or put back a copy from {0}.</source>
        <translation>未更改任何内容。要重新开始，请将该文件（连同其 -wal 和 -shm）移到别处，或从 {0} 放回一个副本。</translation>
    </message>
    <message>
        <source>Nothing was chosen.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>One can only go back to a prompt of this session.</source>
        <translation>只能回到此会话的提示。</translation>
    </message>
    <message>
        <source>Only a conversation of your own can be led by a coordinator.</source>
        <translation>只有您自己的对话才能由协调者带领。</translation>
    </message>
    <message>
        <source>Only an agent at work can be forked by a call.</source>
        <translation>只有正在工作的智能体才能通过调用来分叉。</translation>
    </message>
    <message>
        <source>Only branches under {0} may be changed from a worktree.</source>
        <translation>从工作树中只能更改 {0} 下的分支。</translation>
    </message>
    <message>
        <source>Only branches under {0} may be moved from a worktree.</source>
        <translation>从工作树中只能移动 {0} 下的分支。</translation>
    </message>
    <message>
        <source>Only the first {0} findings were read.</source>
        <translation>只读取了前 {0} 条发现。</translation>
    </message>
    <message>
        <source>Only the first {0} mentions are attached.</source>
        <translation>只添加前 {0} 个提及。</translation>
    </message>
    <message>
        <source>Only the lead of its team can answer a member&apos;s plan.</source>
        <translation>只有团队的负责人才能答复成员的计划。</translation>
    </message>
    <message>
        <source>Only the newest checkpoints are kept.</source>
        <translation>只保留最新的检查点。</translation>
    </message>
    <message>
        <source>Only the newest ones are; the conversation can still go back.</source>
        <translation>只保留最新的；对话仍可回退。</translation>
    </message>
    <message>
        <source>Open a project&apos;s own folder to get checkpoints.</source>
        <translation>要使用检查点，请打开项目自己的文件夹。</translation>
    </message>
    <message>
        <source>Open its folder first.</source>
        <translation>请先打开其文件夹。</translation>
    </message>
    <message>
        <source>Overwrite {0}</source>
        <translation>覆盖 {0}</translation>
    </message>
    <message>
        <source>Patch {0}</source>
        <translation>修补 {0}</translation>
    </message>
    <message>
        <source>Patches of binary files cannot be applied.</source>
        <translation>无法应用二进制文件的补丁。</translation>
    </message>
    <message>
        <source>Prepare the worktree</source>
        <translation>准备工作树</translation>
    </message>
    <message>
        <source>Problems in files:</source>
        <translation>文件中的问题：</translation>
    </message>
    <message>
        <source>Providers, addresses and keys come only from your own config.toml</source>
        <translation>提供商、地址和密钥只取自您自己的 config.toml</translation>
    </message>
    <message>
        <source>Proxy and certificates come only from your own config.toml</source>
        <translation>代理服务器和证书只取自您自己的 config.toml</translation>
    </message>
    <message>
        <source>Put it back where it was.</source>
        <translation>请将它放回原处。</translation>
    </message>
    <message>
        <source>Put its hunks together.</source>
        <translation>请把它的各段合在一起。</translation>
    </message>
    <message>
        <source>Python {0} on {1}</source>
        <translation>Python {0}，运行于 {1}</translation>
    </message>
    <message>
        <source>Read it again, then make the change.</source>
        <translation>请重新读取，然后再修改。</translation>
    </message>
    <message>
        <source>Read it first, then change it.</source>
        <translation>请先读取，再修改。</translation>
    </message>
    <message>
        <source>Read the file again and copy the lines exactly.</source>
        <translation>请重新读取文件，并原样复制这些行。</translation>
    </message>
    <message>
        <source>Read the file again and copy the text exactly.</source>
        <translation>请重新读取文件，并原样复制文本。</translation>
    </message>
    <message>
        <source>Read the file again.</source>
        <translation>请重新读取文件。</translation>
    </message>
    <message>
        <source>Read the queue again.</source>
        <translation>请重新读取队列。</translation>
    </message>
    <message>
        <source>Read {0}</source>
        <translation>读取 {0}</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>Rename it: git branch -m spinney another-name.</source>
        <translation>请重命名它：git branch -m spinney another-name。</translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation>请重命名该文件。</translation>
    </message>
    <message>
        <source>Rephrase the last message, or choose another model.</source>
        <translation>请改写上一条消息，或选择其他模型。</translation>
    </message>
    <message>
        <source>Replace the conversation so far by a summary</source>
        <translation>用摘要替换到目前为止的对话</translation>
    </message>
    <message>
        <source>Restore it.</source>
        <translation>请恢复它。</translation>
    </message>
    <message>
        <source>Review it commit by commit.</source>
        <translation>请逐个提交进行审查。</translation>
    </message>
    <message>
        <source>Review uncommitted changes, a branch, a commit, or what you describe</source>
        <translation>审查未提交的更改、分支、提交或您描述的内容</translation>
    </message>
    <message>
        <source>Review {0}. The difference is below; read files as far as you need them.</source>
        <translation>审查 {0}。差异如下；请按需读取文件。</translation>
    </message>
    <message>
        <source>Reviews a change (uncommitted work, a branch, a commit) and reports findings by priority as JSON. Only reads.</source>
        <translation>审查更改（未提交的工作、分支、提交），并按优先级以 JSON 报告发现。只读取。</translation>
    </message>
    <message>
        <source>Run git init and commit first, or work without isolation.</source>
        <translation>请先运行 git init 并提交，或不用隔离进行工作。</translation>
    </message>
    <message>
        <source>Run git init there first.</source>
        <translation>请先在那里运行 git init。</translation>
    </message>
    <message>
        <source>Run it again instead.</source>
        <translation>请改为重新运行。</translation>
    </message>
    <message>
        <source>Run a second time, outside the sandbox: {0}</source>
        <translation>再次运行（在沙盒之外）：{0}</translation>
    </message>
    <message>
        <source>Run a second time, with network: {0}</source>
        <translation>再次运行（可联网）：{0}</translation>
    </message>
    <message>
        <source>Run outside the sandbox: {0}</source>
        <translation>在沙盒之外运行：{0}</translation>
    </message>
    <message>
        <source>Run with network: {0}</source>
        <translation>联网运行：{0}</translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <translation>请以 UTF-8 保存。</translation>
    </message>
    <message>
        <source>Save it under a name without a colon.</source>
        <translation>请用不含冒号的名称保存。</translation>
    </message>
    <message>
        <source>Say in one line of at most 80 characters what the agent is doing at the moment, in the present tense, such as: Reads the tests of the parser. Answer with that line alone.</source>
        <translation>请用一行、不超过 80 个字符、现在时，说明智能体目前在做什么，例如：正在读取解析器的测试。只回答这一行。</translation>
    </message>
    <message>
        <source>Say what the receiver should know or do.</source>
        <translation>请说明接收者应知道或做什么。</translation>
    </message>
    <message>
        <source>Say which task.</source>
        <translation>请指明哪个任务。</translation>
    </message>
    <message>
        <source>Schedule “{0}” could not be run.</source>
        <translation>无法运行定时任务“{0}”。</translation>
    </message>
    <message>
        <source>Schedule “{0}” could not be run: {1}</source>
        <translation>无法运行定时任务“{0}”：{1}</translation>
    </message>
    <message>
        <source>Schedules run only while Spinney is open. What was missed meanwhile is run once, and told, when it is opened again.</source>
        <translation>定时任务只在 Spinney 打开时运行。期间错过的任务会在再次打开时告知并运行一次。</translation>
    </message>
    <message>
        <source>Search a smaller folder.</source>
        <translation>请搜索更小的文件夹。</translation>
    </message>
    <message>
        <source>Search for {0} in {1}</source>
        <translation>在 {1} 中搜索 {0}</translation>
    </message>
    <message>
        <source>Search the web for {0}</source>
        <translation>在网上搜索 {0}</translation>
    </message>
    <message>
        <source>See git log and git branch.</source>
        <translation>请查看 git log 和 git branch。</translation>
    </message>
    <message>
        <source>See that its disk is healthy and not full, then try again. {0}</source>
        <translation>请确认其磁盘正常且未满，然后重试。{0}</translation>
    </message>
    <message>
        <source>See that its folder exists and is writable, or name another with SPINNEY_HOME.</source>
        <translation>请确认其文件夹存在且可写，或用 SPINNEY_HOME 指定其他文件夹。</translation>
    </message>
    <message>
        <source>See the list of tasks.</source>
        <translation>请查看任务列表。</translation>
    </message>
    <message>
        <source>Send a message first.</source>
        <translation>请先发送一条消息。</translation>
    </message>
    <message>
        <source>Send a message to another session: {0}</source>
        <translation>给另一个会话发送消息：{0}</translation>
    </message>
    <message>
        <source>Send a message to go on from here.</source>
        <translation>发送消息即可从这里继续。</translation>
    </message>
    <message>
        <source>Send it a message, or call task with its session_id, to resume it.</source>
        <translation>要恢复它，请给它发消息，或以其 session_id 调用 task。</translation>
    </message>
    <message>
        <source>Send the message again to go on.</source>
        <translation>要继续，请重新发送消息。</translation>
    </message>
    <message>
        <source>Send the message again.</source>
        <translation>请重新发送消息。</translation>
    </message>
    <message>
        <source>Send the message again; a slow server may need a longer first_byte_timeout in its [provider.{0}] section.</source>
        <translation>请重新发送消息；较慢的服务器可能需要在其 [provider.{0}] 部分设置更长的 first_byte_timeout。</translation>
    </message>
    <message>
        <source>Send the message again; a slow server may need a longer silence_timeout in its [provider.{0}] section.</source>
        <translation>请重新发送消息；较慢的服务器可能需要在其 [provider.{0}] 部分设置更长的 silence_timeout。</translation>
    </message>
    <message>
        <source>Send {&quot;type&quot;: &quot;plan_approval&quot;, &quot;approve&quot;: true or false, &quot;feedback&quot;: &quot;…&quot;}.</source>
        <translation>请发送 {&quot;type&quot;: &quot;plan_approval&quot;, &quot;approve&quot;: true or false, &quot;feedback&quot;: &quot;…&quot;}。</translation>
    </message>
    <message>
        <source>Set the environment variable {0}, or enter</source>
        <translation>请设置环境变量 {0}，或输入</translation>
    </message>
    <message>
        <source>Set user.name and user.email with git config --global.</source>
        <translation>请用 git config --global 设置 user.name 和 user.email。</translation>
    </message>
    <message>
        <source>Set {0} before starting Spinney.</source>
        <translation>请在启动 Spinney 之前设置 {0}。</translation>
    </message>
    <message>
        <source>Show the agents and edit them</source>
        <translation>显示并编辑智能体</translation>
    </message>
    <message>
        <source>Skill {0} cannot be loaded: {1}</source>
        <translation>无法加载技能 {0}：{1}</translation>
    </message>
    <message>
        <source>Skills are not available here.</source>
        <translation>这里不能使用技能。</translation>
    </message>
    <message>
        <source>Some files could be neither brought in nor put back: {0}</source>
        <translation>有些文件既无法合入，也无法恢复：{0}</translation>
    </message>
    <message>
        <source>Something broke.</source>
        <translation>发生了故障。</translation>
    </message>
    <message>
        <source>Something came after the merge of {0}, so it is not undone by itself.</source>
        <translation>合并 {0} 之后又有了其他内容，因此不会自动撤销。</translation>
    </message>
    <message>
        <source>Something in the queue was removed or delivered at the same moment.</source>
        <translation>队列中的某项内容恰在同时被移除或送达。</translation>
    </message>
    <message>
        <source>Something of that name exists already.</source>
        <translation>已有同名的内容。</translation>
    </message>
    <message>
        <source>Spinney is closing.</source>
        <translation>Spinney 正在关闭。</translation>
    </message>
    <message>
        <source>Start a new fork.</source>
        <translation>请启动一个新的分叉。</translation>
    </message>
    <message>
        <source>Start a new one, or ask.</source>
        <translation>请启动一个新的，或询问。</translation>
    </message>
    <message>
        <source>Start a new task.</source>
        <translation>请启动一个新任务。</translation>
    </message>
    <message>
        <source>Start a new, empty session in this project</source>
        <translation>在此项目中开始一个新的空会话</translation>
    </message>
    <message>
        <source>Start a teammate first: task with name and team_name.</source>
        <translation>请先启动一个队友：调用 task 并给出 name 和 team_name。</translation>
    </message>
    <message>
        <source>Start again to retry.</source>
        <translation>要重试，请重新启动。</translation>
    </message>
    <message>
        <source>Start it (for example “ollama serve”), or correct base_url of the provider {0}.</source>
        <translation>请启动它（例如“ollama serve”），或更正提供商 {0} 的 base_url。</translation>
    </message>
    <message>
        <source>Start one that you wait for, or ask the lead.</source>
        <translation>请启动一个您等待其结果的智能体，或询问负责人。</translation>
    </message>
    <message>
        <source>Start the agent {0}: {1}</source>
        <translation>启动智能体 {0}：{1}</translation>
    </message>
    <message>
        <source>Stop it first, then go back.</source>
        <translation>请先停止它，然后回退。</translation>
    </message>
    <message>
        <source>Stop it first.</source>
        <translation>请先停止它。</translation>
    </message>
    <message>
        <source>Stop it there first, then go back.</source>
        <translation>请先在那里停止它，然后回退。</translation>
    </message>
    <message>
        <source>Stop it there.</source>
        <translation>请在那里停止它。</translation>
    </message>
    <message>
        <source>Submodules are not checked out here; run git submodule update --init if they are needed.</source>
        <translation>此处未检出子模块；如有需要，请运行 git submodule update --init。</translation>
    </message>
    <message>
        <source>Sums up what was done.</source>
        <translation>总结已完成的工作。</translation>
    </message>
    <message>
        <source>Switch it on in the session at the top.</source>
        <translation>请在最上层的会话中将其开启。</translation>
    </message>
    <message>
        <source>Take another.</source>
        <translation>请换一个。</translation>
    </message>
    <message>
        <source>Task {0} is {1} by {2}, not by you.</source>
        <translation>任务 {0} 的状态为 {1}，由 {2} 负责，而不是您。</translation>
    </message>
    <message>
        <source>Task {0} is {1} by {2}.</source>
        <translation>任务 {0} 的状态为 {1}，由 {2} 负责。</translation>
    </message>
    <message>
        <source>Tasks are not available here.</source>
        <translation>这里不能使用任务。</translation>
    </message>
    <message>
        <source>Teammate {0} is idle and waits for messages</source>
        <translation>队友 {0} 空闲，正在等待消息</translation>
    </message>
    <message>
        <source>Teammate {0} presents a plan and waits for an answer</source>
        <translation>队友 {0} 提出一份计划，正在等待答复</translation>
    </message>
    <message>
        <source>Teammate {0} presents the plan below and waits. Answer with send_message to {1}: {&quot;type&quot;: &quot;plan_approval&quot;, &quot;approve&quot;: true or false, &quot;feedback&quot;: &quot;…&quot;}</source>
        <translation>队友 {0} 提出以下计划并在等待。请用 send_message 答复 {1}：{&quot;type&quot;: &quot;plan_approval&quot;, &quot;approve&quot;: true or false, &quot;feedback&quot;: &quot;…&quot;}</translation>
    </message>
    <message>
        <source>Teammates work in the background, which is switched off.</source>
        <translation>队友在后台工作，而后台工作已关闭。</translation>
    </message>
    <message>
        <source>Teams are not available here.</source>
        <translation>这里不能使用团队。</translation>
    </message>
    <message>
        <source>Tell the person that you are ready.</source>
        <translation>请告诉用户您已准备就绪。</translation>
    </message>
    <message>
        <source>That MCP server is no longer there.</source>
        <translation>该 MCP 服务器已不存在。</translation>
    </message>
    <message>
        <source>That branch is checked out in another worktree.</source>
        <translation>该分支已在另一个工作树中检出。</translation>
    </message>
    <message>
        <source>That is not an address.</source>
        <translation>这不是地址。</translation>
    </message>
    <message>
        <source>That is not the name of a variable.</source>
        <translation>这不是变量名称。</translation>
    </message>
    <message>
        <source>That message holds no review.</source>
        <translation>该消息中没有审查结果。</translation>
    </message>
    <message>
        <source>That question is no longer open.</source>
        <translation>该问题已不再待答复。</translation>
    </message>
    <message>
        <source>That schedule is no longer there.</source>
        <translation>该定时任务已不存在。</translation>
    </message>
    <message>
        <source>That session belongs to the agent {0}, not {1}.</source>
        <translation>该会话属于智能体 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>That state is no longer kept.</source>
        <translation>该状态已不再保留。</translation>
    </message>
    <message>
        <source>That task does not run here.</source>
        <translation>该任务不在这里运行。</translation>
    </message>
    <message>
        <source>That task is {0}.</source>
        <translation>该任务的状态：{0}。</translation>
    </message>
    <message>
        <source>The MCP server {0} asks for {1}; a project may not be given your secrets, so it is ignored. Define it in your own config.toml instead.</source>
        <translation>MCP 服务器 {0} 要求 {1}；不能将您的机密交给项目，因此忽略它。请改在您自己的 config.toml 中定义。</translation>
    </message>
    <message>
        <source>The MCP server {0} failed: {1}</source>
        <translation>MCP 服务器 {0} 出错：{1}</translation>
    </message>
    <message>
        <source>The MCP server {0} gave an empty prompt.</source>
        <translation>MCP 服务器 {0} 给出的提示词为空。</translation>
    </message>
    <message>
        <source>The MCP server {0} is needed and is not ready: {1}</source>
        <translation>需要 MCP 服务器 {0}，但它尚未就绪：{1}</translation>
    </message>
    <message>
        <source>The MCP server {0} is not ready: {1}</source>
        <translation>MCP 服务器 {0} 尚未就绪：{1}</translation>
    </message>
    <message>
        <source>The MCP servers are being started again.</source>
        <translation>正在重新启动 MCP 服务器。</translation>
    </message>
    <message>
        <source>The PDF {0} cannot be read: {1}.</source>
        <translation>无法读取 PDF {0}：{1}。</translation>
    </message>
    <message>
        <source>The PDF {0} is protected by a password.</source>
        <translation>PDF {0} 受密码保护。</translation>
    </message>
    <message>
        <source>The PDF {0} is too large to read ({1} bytes).</source>
        <translation>PDF {0} 太大，无法读取（{1} 字节）。</translation>
    </message>
    <message>
        <source>The agent did not start.</source>
        <translation>智能体未启动。</translation>
    </message>
    <message>
        <source>The agent has gone on without it.</source>
        <translation>智能体没有等它，已继续进行。</translation>
    </message>
    <message>
        <source>The agent {0} cannot be run as a task.</source>
        <translation>智能体 {0} 不能作为任务运行。</translation>
    </message>
    <message>
        <source>The agent {0} works in a worktree of its own, so cwd cannot be given.</source>
        <translation>智能体 {0} 在自己的工作树中工作，因此不能给出 cwd。</translation>
    </message>
    <message>
        <source>The agents are in the settings.</source>
        <translation>智能体在设置中。</translation>
    </message>
    <message>
        <source>The answer is larger than {0} MB.</source>
        <translation>应答大于 {0} MB。</translation>
    </message>
    <message>
        <source>The arguments of {0} are not valid JSON ({1}).</source>
        <translation>{0} 的参数不是有效的 JSON（{1}）。</translation>
    </message>
    <message>
        <source>The arguments of {0} are wrong: {1}.</source>
        <translation>{0} 的参数有误：{1}。</translation>
    </message>
    <message>
        <source>The arguments of {0} must be a JSON object.</source>
        <translation>{0} 的参数必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>The background command {0} was ended with this run.</source>
        <translation>后台命令 {0} 已随本次运行结束。</translation>
    </message>
    <message>
        <source>The branch {0} is gone, so the worktree cannot be brought back.</source>
        <translation>分支 {0} 已不存在，因此无法恢复工作树。</translation>
    </message>
    <message>
        <source>The budget of {0} for {1} is used up ({2} spent).</source>
        <translation>{1} 的预算 {0} 已用完（已花费 {2}）。</translation>
    </message>
    <message>
        <source>The budget of {0} is used up.</source>
        <translation>预算 {0} 已用完。</translation>
    </message>
    <message>
        <source>The budget of {0} tokens is used up.</source>
        <translation>{0} 个 token 的预算已用完。</translation>
    </message>
    <message>
        <source>The certificate of {0} ({1}) could not be verified.</source>
        <translation>无法验证 {0} 的证书（{1}）。</translation>
    </message>
    <message>
        <source>The change is large and reviewed in parts by several reviewers. Report only on the files whose difference you see. The other files of the change are:
{0}</source>
        <translation>此更改较大，由多名审查者分部分审查。请只报告您能看到差异的文件。此更改的其他文件是：
{0}</translation>
    </message>
    <message>
        <source>The change is too large for a review: {0} files.</source>
        <translation>更改过大，无法审查：{0} 个文件。</translation>
    </message>
    <message>
        <source>The changes cannot be shown: {0}</source>
        <translation>无法显示更改：{0}</translation>
    </message>
    <message>
        <source>The changes conflict.</source>
        <translation>更改有冲突。</translation>
    </message>
    <message>
        <source>The changes could not be written: {0}</source>
        <translation>无法写入更改：{0}</translation>
    </message>
    <message>
        <source>The changes of {0} conflict with the checkout: {1}.</source>
        <translation>{0} 的更改与检出目录冲突：{1}。</translation>
    </message>
    <message>
        <source>The checkout changed in the meantime.</source>
        <translation>检出目录在此期间已改变。</translation>
    </message>
    <message>
        <source>The checkout it was made from is on no branch.</source>
        <translation>其来源检出目录不在任何分支上。</translation>
    </message>
    <message>
        <source>The checkpoint of this prompt is no longer kept.</source>
        <translation>此提示的检查点已不再保留。</translation>
    </message>
    <message>
        <source>The command above prepared your worktree; its output is there. If it failed or was refused, do without it or mend it. Now do what was asked before it.</source>
        <translation>上面的命令用于准备您的工作树；其输出也在那里。如果它失败或被拒绝，请不依赖它继续，或加以修正。现在请完成在它之前要求的事。</translation>
    </message>
    <message>
        <source>The command added the repository {0}, whose settings make git run programs. Its .git was moved aside.</source>
        <translation>命令添加了仓库 {0}，其设置会使 git 运行程序。其 .git 已移到别处。</translation>
    </message>
    <message>
        <source>The command could not be started.</source>
        <translation>无法启动命令。</translation>
    </message>
    <message>
        <source>The command ended with exit code {0}.</source>
        <translation>命令已结束，退出码 {0}。</translation>
    </message>
    <message>
        <source>The command made {0}, which would change where git reads its settings. It was moved aside.</source>
        <translation>命令建立了 {0}，它会改变 git 读取设置的位置。已将其移到别处。</translation>
    </message>
    <message>
        <source>The command replaced {0}, which is guarded, and it could not be put back.</source>
        <translation>命令替换了受保护的 {0}，且无法恢复。</translation>
    </message>
    <message>
        <source>The command replaced {0}, which is guarded. It was put back.</source>
        <translation>命令替换了受保护的 {0}。已恢复。</translation>
    </message>
    <message>
        <source>The command runs in the background. You will be notified when it ends. Its output file grows as it prints; read it, or use task_output. task_stop ends it.</source>
        <translation>命令正在后台运行，结束时会通知您。其输出文件会随输出增长；请读取它，或使用 task_output。task_stop 可结束它。</translation>
    </message>
    <message>
        <source>The command seems to need a display, keyring, agent or container of the host.</source>
        <translation>命令似乎需要主机的显示、密钥环、agent（如 ssh-agent）或容器。</translation>
    </message>
    <message>
        <source>The command seems to need rights that the sandbox does not give.</source>
        <translation>命令似乎需要沙盒未给予的权限。</translation>
    </message>
    <message>
        <source>The command seems to need the network, which the sandbox does not give.</source>
        <translation>命令似乎需要网络，而沙盒不提供网络。</translation>
    </message>
    <message>
        <source>The command seems to write outside the project or to a guarded file.</source>
        <translation>命令似乎要写入项目之外或受保护的文件。</translation>
    </message>
    <message>
        <source>The commit before it was {0}.</source>
        <translation>它之前的提交是 {0}。</translation>
    </message>
    <message>
        <source>The commits of {0} cannot be rebased one by one: {1}</source>
        <translation>{0} 的提交无法逐个变基：{1}</translation>
    </message>
    <message>
        <source>The connection to the MCP servers broke.</source>
        <translation>与 MCP 服务器的连接已断开。</translation>
    </message>
    <message>
        <source>The connection to {0} was lost in the middle of the answer.</source>
        <translation>在应答过程中与 {0} 的连接中断。</translation>
    </message>
    <message>
        <source>The connection was closed.</source>
        <translation>连接已关闭。</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>连接已中断。</translation>
    </message>
    <message>
        <source>The conversation could not be compacted: {0} It goes on as it was.</source>
        <translation>无法压缩对话：{0}对话照原样继续。</translation>
    </message>
    <message>
        <source>The conversation is too long for {0}.</source>
        <translation>对话对 {0} 来说过长。</translation>
    </message>
    <message>
        <source>The conversation that this fork continues is gone.</source>
        <translation>此分叉所延续的对话已不存在。</translation>
    </message>
    <message>
        <source>The definitions of this server are too large together.</source>
        <translation>此服务器的定义合计过大。</translation>
    </message>
    <message>
        <source>The difference is too large to show.</source>
        <translation>差异过大，无法显示。</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>磁盘已满。</translation>
    </message>
    <message>
        <source>The disk is full; {0} was not changed.</source>
        <translation>磁盘已满；{0} 未被更改。</translation>
    </message>
    <message>
        <source>The disk quota is used up.</source>
        <translation>磁盘配额已用完。</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full, so this could not be stored.</source>
        <translation>{0} 所在的磁盘已满，因此无法存储。</translation>
    </message>
    <message>
        <source>The environment of commands comes only from your own config.toml</source>
        <translation>命令的环境变量只取自您自己的 config.toml</translation>
    </message>
    <message>
        <source>The file holds no session.</source>
        <translation>文件中没有会话。</translation>
    </message>
    <message>
        <source>The file is {0} text and cannot hold {1}.</source>
        <translation>该文件是 {0} 文本，无法容纳 {1}。</translation>
    </message>
    <message>
        <source>The file model-host.log in Spinney&apos;s log folder says why.</source>
        <translation>原因见 Spinney 日志文件夹中的文件 model-host.log。</translation>
    </message>
    <message>
        <source>The file of compact_prompt_file cannot be read: {0}.</source>
        <translation>无法读取 compact_prompt_file 指定的文件：{0}。</translation>
    </message>
    <message>
        <source>The files are in {0}.</source>
        <translation>文件在 {0} 中。</translation>
    </message>
    <message>
        <source>The files could not be set aside first: {0}.</source>
        <translation>无法先将文件移到别处：{0}。</translation>
    </message>
    <message>
        <source>The files of {0} are larger than {1} GB.</source>
        <translation>{0} 的文件大于 {1} GB。</translation>
    </message>
    <message>
        <source>The folder and the branch of the worktree {0} are gone.</source>
        <translation>工作树 {0} 的文件夹和分支已不存在。</translation>
    </message>
    <message>
        <source>The folder for worktrees {0} cannot be written{1}.</source>
        <translation>无法写入工作树文件夹 {0}{1}。</translation>
    </message>
    <message>
        <source>The folder of the worktree {0} is gone: {1}.</source>
        <translation>工作树 {0} 的文件夹已不存在：{1}。</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}.</source>
        <translation>无法读取文件夹 {0}：{1}。</translation>
    </message>
    <message>
        <source>The folder {0} does not exist.</source>
        <translation>文件夹 {0} 不存在。</translation>
    </message>
    <message>
        <source>The front matter has no closing --- line.</source>
        <translation>front matter 没有结束的 --- 行。</translation>
    </message>
    <message>
        <source>The front matter is not a list of keys and values.</source>
        <translation>front matter 不是键和值的列表。</translation>
    </message>
    <message>
        <source>The front matter is not valid YAML and was read line by line.</source>
        <translation>front matter 不是有效的 YAML，已逐行读取。</translation>
    </message>
    <message>
        <source>The front matter is not valid YAML: {0}.</source>
        <translation>front matter 不是有效的 YAML：{0}。</translation>
    </message>
    <message>
        <source>The header {0} has no value. {1}</source>
        <translation>标头 {0} 没有值。{1}</translation>
    </message>
    <message>
        <source>The header {0} needs the environment variable {1}, which is not set.</source>
        <translation>标头 {0} 需要环境变量 {1}，但它未设置。</translation>
    </message>
    <message>
        <source>The hook {0} ({1}) {2} and does not run before you agree to it.</source>
        <translation>钩子 {0}（{1}）{2}，在您同意之前不会运行。</translation>
    </message>
    <message>
        <source>The hook {0} has changed and must be looked at by a person first.</source>
        <translation>钩子 {0} 已改变，必须先由用户查看。</translation>
    </message>
    <message>
        <source>The hook {0} has not been agreed to and did not run.</source>
        <translation>钩子 {0} 未经同意，没有运行。</translation>
    </message>
    <message>
        <source>The hook {0} said no.</source>
        <translation>钩子 {0} 不同意。</translation>
    </message>
    <message>
        <source>The hook {0} wants this to be asked.</source>
        <translation>钩子 {0} 要求对此进行询问。</translation>
    </message>
    <message>
        <source>The host {0} cannot be found.</source>
        <translation>找不到主机 {0}。</translation>
    </message>
    <message>
        <source>The image {0} is too large ({1} bytes).</source>
        <translation>图片 {0} 太大（{1} 字节）。</translation>
    </message>
    <message>
        <source>The key is empty.</source>
        <translation>密钥为空。</translation>
    </message>
    <message>
        <source>The key was not deleted. {0}</source>
        <translation>密钥未删除。{0}</translation>
    </message>
    <message>
        <source>The key was not stored. {0}</source>
        <translation>密钥未存储。{0}</translation>
    </message>
    <message>
        <source>The key {0} appears twice.</source>
        <translation>键 {0} 出现了两次。</translation>
    </message>
    <message>
        <source>The keyring that is set up here would store keys in the open, so it is not used.</source>
        <translation>此处设置的密钥环会以明文存储密钥，因此不使用。</translation>
    </message>
    <message>
        <source>The keyring took the key but did not give it back.</source>
        <translation>密钥环收下了密钥，但没有返回它。</translation>
    </message>
    <message>
        <source>The limit of {0} steps is reached.</source>
        <translation>已达到 {0} 步的上限。</translation>
    </message>
    <message>
        <source>The line {0} after @@ is not in {1}.</source>
        <translation>@@ 之后的行 {0} 不在 {1} 中。</translation>
    </message>
    <message>
        <source>The log has the details.</source>
        <translation>详情见日志。</translation>
    </message>
    <message>
        <source>The log of the model host has the details.</source>
        <translation>详情见模型主机的日志。</translation>
    </message>
    <message>
        <source>The merge cannot be forecast: {0}</source>
        <translation>无法预测合并结果：{0}</translation>
    </message>
    <message>
        <source>The message goes to {0}.</source>
        <translation>消息将发给 {0}。</translation>
    </message>
    <message>
        <source>The message is empty.</source>
        <translation>消息为空。</translation>
    </message>
    <message>
        <source>The message waits for the lead and is delivered at its next step.</source>
        <translation>消息正在等待负责人，将在其下一步送达。</translation>
    </message>
    <message>
        <source>The message waits for {0} and is delivered at its next step.</source>
        <translation>消息正在等待 {0}，将在其下一步送达。</translation>
    </message>
    <message>
        <source>The message was put into the queue of the session {0}.</source>
        <translation>消息已放入会话 {0} 的队列。</translation>
    </message>
    <message>
        <source>The model wrote no summary.</source>
        <translation>模型没有写摘要。</translation>
    </message>
    <message>
        <source>The model&apos;s answer ended without an end.</source>
        <translation>模型的回答没有结束就中断了。</translation>
    </message>
    <message>
        <source>The modes are {0}.</source>
        <translation>模式有 {0}。</translation>
    </message>
    <message>
        <source>The name {0} is already taken by another task of this conversation.</source>
        <translation>名称 {0} 已被此对话的另一个任务使用。</translation>
    </message>
    <message>
        <source>The name {0}… is too long.</source>
        <translation>名称 {0}… 太长。</translation>
    </message>
    <message>
        <source>The only structured message is the answer to a plan.</source>
        <translation>唯一的结构化消息是对计划的答复。</translation>
    </message>
    <message>
        <source>The patch changes nothing in {0}.</source>
        <translation>补丁没有更改 {0} 中的任何内容。</translation>
    </message>
    <message>
        <source>The patch changes nothing.</source>
        <translation>补丁没有更改任何内容。</translation>
    </message>
    <message>
        <source>The patch has no end.</source>
        <translation>补丁没有结尾。</translation>
    </message>
    <message>
        <source>The patch names no file.</source>
        <translation>补丁没有写明文件。</translation>
    </message>
    <message>
        <source>The patch names {0} twice.</source>
        <translation>补丁两次写到 {0}。</translation>
    </message>
    <message>
        <source>The path is empty or not valid.</source>
        <translation>路径为空或无效。</translation>
    </message>
    <message>
        <source>The path {0} cannot be followed: links lead in a circle.</source>
        <translation>无法沿路径 {0} 前进：链接形成了循环。</translation>
    </message>
    <message>
        <source>The pattern {0} is not a valid glob: {1}.</source>
        <translation>模式 {0} 不是有效的通配符：{1}。</translation>
    </message>
    <message>
        <source>The person asks to keep this in view above all: {0}</source>
        <translation>用户要求最优先注意以下内容：{0}</translation>
    </message>
    <message>
        <source>The person refused this.{0}</source>
        <translation>用户拒绝了此操作。{0}</translation>
    </message>
    <message>
        <source>The person stopped that task; only they can resume it.</source>
        <translation>用户停止了该任务；只有用户才能恢复它。</translation>
    </message>
    <message>
        <source>The person stopped {0}, and only they can resume it. The message is kept and will be the first thing it reads.</source>
        <translation>用户停止了 {0}，只有用户才能恢复它。消息已保留，将是它读到的第一条内容。</translation>
    </message>
    <message>
        <source>The person {0} an earlier request ({1}) after its run had ended.{2} Nothing was run because of it; call the tool again if it is still needed.</source>
        <translation>用户在运行结束之后才答复先前的请求（{1}）：{0}。{2}没有因此运行任何东西；如仍需要，请再次调用该工具。</translation>
    </message>
    <message>
        <source>The process that talks to MCP servers ended.</source>
        <translation>与 MCP 服务器通信的进程已结束。</translation>
    </message>
    <message>
        <source>The process that talks to models could not be started.</source>
        <translation>无法启动与模型通信的进程。</translation>
    </message>
    <message>
        <source>The process that talks to the model ended unexpectedly.</source>
        <translation>与模型通信的进程意外结束。</translation>
    </message>
    <message>
        <source>The process that talks to the model gave up the request.</source>
        <translation>与模型通信的进程放弃了该请求。</translation>
    </message>
    <message>
        <source>The program ended ({0}).</source>
        <translation>程序已结束（{0}）。</translation>
    </message>
    <message>
        <source>The prompt of a task must say what to do.</source>
        <translation>任务的提示词必须说明要做什么。</translation>
    </message>
    <message>
        <source>The rebase failed and left {0} in a state of its own.</source>
        <translation>变基失败，使 {0} 处于未完成的状态。</translation>
    </message>
    <message>
        <source>The repository cannot be written by this user.</source>
        <translation>此用户无法写入该仓库。</translation>
    </message>
    <message>
        <source>The repository is a shallow clone: older history is not there.</source>
        <translation>该仓库是浅克隆：没有更早的历史。</translation>
    </message>
    <message>
        <source>The repository lies on a read-only file system.</source>
        <translation>该仓库位于只读文件系统上。</translation>
    </message>
    <message>
        <source>The repository {0} has no commits yet, so there is nothing to start from.</source>
        <translation>仓库 {0} 还没有提交，因此没有可作为起点的内容。</translation>
    </message>
    <message>
        <source>The repository {0} is gone or has moved.</source>
        <translation>仓库 {0} 已不存在或已移动。</translation>
    </message>
    <message>
        <source>The repository {0} is gone, so its worktree cannot be made.</source>
        <translation>仓库 {0} 已不存在，因此无法建立其工作树。</translation>
    </message>
    <message>
        <source>The request to {0} failed: {1}</source>
        <translation>对 {0} 的请求失败：{1}</translation>
    </message>
    <message>
        <source>The request was withdrawn. {0}</source>
        <translation>请求已撤回。{0}</translation>
    </message>
    <message>
        <source>The resource {0} has changed.</source>
        <translation>资源 {0} 已改变。</translation>
    </message>
    <message>
        <source>The reviewer&apos;s answer was not the JSON that was asked for.</source>
        <translation>审查者的回答不是所要求的 JSON。</translation>
    </message>
    <message>
        <source>The run did not start.</source>
        <translation>运行未启动。</translation>
    </message>
    <message>
        <source>The sandbox is switched off in the settings.</source>
        <translation>沙盒已在设置中关闭。</translation>
    </message>
    <message>
        <source>The search failed: {0}.</source>
        <translation>搜索失败：{0}。</translation>
    </message>
    <message>
        <source>The search took too long.</source>
        <translation>搜索耗时过长。</translation>
    </message>
    <message>
        <source>The server compressed its answer although it was asked not to.</source>
        <translation>服务器压缩了应答，尽管已要求不要压缩。</translation>
    </message>
    <message>
        <source>The server could not be reached ({0}).</source>
        <translation>无法连接到服务器（{0}）。</translation>
    </message>
    <message>
        <source>The server did not answer.</source>
        <translation>服务器没有应答。</translation>
    </message>
    <message>
        <source>The server has no list of models there (it answered {0}).</source>
        <translation>服务器在那里没有模型列表（其应答为 {0}）。</translation>
    </message>
    <message>
        <source>The server refused the key.</source>
        <translation>服务器拒绝了密钥。</translation>
    </message>
    <message>
        <source>The server wants a key (HTTP {0}): give it a header such as Authorization = &quot;keyring:NAME&quot;.</source>
        <translation>服务器需要密钥（HTTP {0}）：请给它一个标头，例如 Authorization = &quot;keyring:NAME&quot;。</translation>
    </message>
    <message>
        <source>The server {0} has changed meanwhile.</source>
        <translation>服务器 {0} 在此期间已改变。</translation>
    </message>
    <message>
        <source>The server&apos;s list of models is too long.</source>
        <translation>服务器的模型列表过长。</translation>
    </message>
    <message>
        <source>The session is busy.</source>
        <translation>会话正忙。</translation>
    </message>
    <message>
        <source>The session is working.</source>
        <translation>会话正在工作。</translation>
    </message>
    <message>
        <source>The session store could not be brought up to date ({0}): {1}</source>
        <translation>无法更新会话存储（{0}）：{1}</translation>
    </message>
    <message>
        <source>The session store is closed.</source>
        <translation>会话存储已关闭。</translation>
    </message>
    <message>
        <source>The session store {0} cannot be opened.</source>
        <translation>无法打开会话存储 {0}。</translation>
    </message>
    <message>
        <source>The session store {0} cannot be written: its file or folder is read-only.</source>
        <translation>无法写入会话存储 {0}：其文件或文件夹为只读。</translation>
    </message>
    <message>
        <source>The session store {0} could not be read or written: {1}.</source>
        <translation>无法读取或写入会话存储 {0}：{1}。</translation>
    </message>
    <message>
        <source>The session store {0} failed: {1}.</source>
        <translation>会话存储 {0} 出错：{1}。</translation>
    </message>
    <message>
        <source>The session store {0} is damaged ({1}).</source>
        <translation>会话存储 {0} 已损坏（{1}）。</translation>
    </message>
    <message>
        <source>The session store {0} was written by a newer Spinney (format {1}; this one knows {2}).</source>
        <translation>会话存储 {0} 由更新版本的 Spinney 写入（格式 {1}；此版本只支持到 {2}）。</translation>
    </message>
    <message>
        <source>The settings allow commands only in a sandbox, and there is none here.</source>
        <translation>设置只允许在沙盒中运行命令，而此处没有沙盒。</translation>
    </message>
    <message>
        <source>The skill {0} is started by people only.</source>
        <translation>技能 {0} 只能由人启动。</translation>
    </message>
    <message>
        <source>The stash is shared by all worktrees, so it is not used from one. Commit on your own branch instead.</source>
        <translation>stash 由所有工作树共用，因此不在工作树中使用。请改为在您自己的分支上提交。</translation>
    </message>
    <message>
        <source>The state before it was {0}.</source>
        <translation>之前的状态是 {0}。</translation>
    </message>
    <message>
        <source>The system does not permit access to {0}.</source>
        <translation>系统不允许访问 {0}。</translation>
    </message>
    <message>
        <source>The system keyring did not answer.</source>
        <translation>系统密钥环没有响应。</translation>
    </message>
    <message>
        <source>The system keyring failed ({0}).</source>
        <translation>系统密钥环出错（{0}）。</translation>
    </message>
    <message>
        <source>The system keyring failed.</source>
        <translation>系统密钥环出错。</translation>
    </message>
    <message>
        <source>The system keyring is locked.</source>
        <translation>系统密钥环已锁定。</translation>
    </message>
    <message>
        <source>The system keyring works.</source>
        <translation>系统密钥环可用。</translation>
    </message>
    <message>
        <source>The task has already ended.</source>
        <translation>任务已经结束。</translation>
    </message>
    <message>
        <source>The task is {0} already.</source>
        <translation>任务已处于 {0} 状态。</translation>
    </message>
    <message>
        <source>The task was interrupted: Spinney ended before it was finished.</source>
        <translation>任务被中断：Spinney 在任务完成之前结束了。</translation>
    </message>
    <message>
        <source>The task {0} failed: {1}: {2}</source>
        <translation>任务 {0} 失败：{1}：{2}</translation>
    </message>
    <message>
        <source>The task {0} is not used: {1}</source>
        <translation>任务 {0} 未被采用：{1}</translation>
    </message>
    <message>
        <source>The task {0} is {1} and cannot be stopped.</source>
        <translation>任务 {0} 处于 {1} 状态，无法停止。</translation>
    </message>
    <message>
        <source>The task {0} runs already.</source>
        <translation>任务 {0} 已在运行。</translation>
    </message>
    <message>
        <source>The task {0} runs in another Spinney process.</source>
        <translation>任务 {0} 正在另一个 Spinney 进程中运行。</translation>
    </message>
    <message>
        <source>The task {0} was stopped.</source>
        <translation>任务 {0} 已停止。</translation>
    </message>
    <message>
        <source>The team {0} is led by somebody else.</source>
        <translation>团队 {0} 由他人带领。</translation>
    </message>
    <message>
        <source>The time of {0} minutes is up.</source>
        <translation>{0} 分钟的时间已到。</translation>
    </message>
    <message>
        <source>The tool answered nothing.</source>
        <translation>工具没有返回任何内容。</translation>
    </message>
    <message>
        <source>The tool calls that were complete stay valid; the rest of the answer is lost.</source>
        <translation>已完整的工具调用仍然有效；回答的其余部分已丢失。</translation>
    </message>
    <message>
        <source>The tool failed without saying why.</source>
        <translation>工具失败，但没有说明原因。</translation>
    </message>
    <message>
        <source>The turn could not go on.</source>
        <translation>本轮无法继续。</translation>
    </message>
    <message>
        <source>The web search failed: {0}.</source>
        <translation>网络搜索失败：{0}。</translation>
    </message>
    <message>
        <source>The working tree as it was</source>
        <translation>工作目录原来的状态</translation>
    </message>
    <message>
        <source>The worktree and the checkout have no commit in common, so they cannot be merged.</source>
        <translation>该工作树与检出没有共同的提交，因此无法合并。</translation>
    </message>
    <message>
        <source>The worktree could not be made.</source>
        <translation>无法创建工作树。</translation>
    </message>
    <message>
        <source>The worktree {0} has no commits.</source>
        <translation>工作树 {0} 没有提交。</translation>
    </message>
    <message>
        <source>The worktree {0} has no files.</source>
        <translation>工作树 {0} 没有文件。</translation>
    </message>
    <message>
        <source>The worktree {0} has nothing to merge.</source>
        <translation>工作树 {0} 没有可合并的内容。</translation>
    </message>
    <message>
        <source>The worktree {0} is in the bin already.</source>
        <translation>工作树 {0} 已经在回收站中。</translation>
    </message>
    <message>
        <source>The worktree {0} is in the bin.</source>
        <translation>工作树 {0} 在回收站中。</translation>
    </message>
    <message>
        <source>The worktree {0} is in use by another Spinney process.</source>
        <translation>工作树 {0} 正被另一个 Spinney 进程使用。</translation>
    </message>
    <message>
        <source>The worktree {0} is kept because of a hook: {1}</source>
        <translation>工作树 {0} 因钩子而保留：{1}</translation>
    </message>
    <message>
        <source>The worktree {0} is locked.</source>
        <translation>工作树 {0} 已锁定。</translation>
    </message>
    <message>
        <source>The worktree {0} is not in the bin any more.</source>
        <translation>工作树 {0} 已不在回收站中。</translation>
    </message>
    <message>
        <source>The worktree {0} of this session is gone for good.</source>
        <translation>此会话的工作树 {0} 已永久消失。</translation>
    </message>
    <message>
        <source>The worktree {0} stays: {1}</source>
        <translation>工作树 {0} 保留：{1}</translation>
    </message>
    <message>
        <source>The worktree {0} was deleted for good.</source>
        <translation>工作树 {0} 已永久删除。</translation>
    </message>
    <message>
        <source>There are more than {0} such files; the rest was not looked at.</source>
        <translation>此类文件超过 {0} 个；其余的未查看。</translation>
    </message>
    <message>
        <source>There are no worktrees here.</source>
        <translation>此处没有工作树。</translation>
    </message>
    <message>
        <source>There are none.</source>
        <translation>一个也没有。</translation>
    </message>
    <message>
        <source>There are uncommitted changes in the way.</source>
        <translation>有未提交的更改妨碍操作。</translation>
    </message>
    <message>
        <source>There are: {0}.</source>
        <translation>现有：{0}。</translation>
    </message>
    <message>
        <source>There is a provider named {0} already.</source>
        <translation>已有名为 {0} 的提供商。</translation>
    </message>
    <message>
        <source>There is a server {0} already.</source>
        <translation>已有服务器 {0}。</translation>
    </message>
    <message>
        <source>There is another schedule like it.</source>
        <translation>已有另一个相同的定时任务。</translation>
    </message>
    <message>
        <source>There is no MCP server {0} in your config.toml.</source>
        <translation>您的 config.toml 中没有 MCP 服务器 {0}。</translation>
    </message>
    <message>
        <source>There is no MCP server {0}.</source>
        <translation>没有 MCP 服务器 {0}。</translation>
    </message>
    <message>
        <source>There is no agent named {0} to disable.</source>
        <translation>没有名为 {0} 的智能体可禁用。</translation>
    </message>
    <message>
        <source>There is no agent named {0}.</source>
        <translation>没有名为 {0} 的智能体。</translation>
    </message>
    <message>
        <source>There is no branch or commit {0}.</source>
        <translation>没有分支或提交 {0}。</translation>
    </message>
    <message>
        <source>There is no command named /{0}.</source>
        <translation>没有名为 /{0} 的命令。</translation>
    </message>
    <message>
        <source>There is no finding to fix.</source>
        <translation>没有需要修复的发现。</translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>没有文件夹 {0}。</translation>
    </message>
    <message>
        <source>There is no free place beside {0}.</source>
        <translation>{0} 旁边没有空闲的位置。</translation>
    </message>
    <message>
        <source>There is no key for {0}.</source>
        <translation>没有 {0} 的密钥。</translation>
    </message>
    <message>
        <source>There is no key for {0}. {1}</source>
        <translation>没有 {0} 的密钥。{1}</translation>
    </message>
    <message>
        <source>There is no merge to undo.</source>
        <translation>没有可撤销的合并。</translation>
    </message>
    <message>
        <source>There is no message {0}.</source>
        <translation>没有消息 {0}。</translation>
    </message>
    <message>
        <source>There is no permission mode “{0}”.</source>
        <translation>没有权限模式“{0}”。</translation>
    </message>
    <message>
        <source>There is no project to save the agent in.</source>
        <translation>没有可用于保存该智能体的项目。</translation>
    </message>
    <message>
        <source>There is no project {0}.</source>
        <translation>没有项目 {0}。</translation>
    </message>
    <message>
        <source>There is no provider named {0}.</source>
        <translation>没有名为 {0} 的提供商。</translation>
    </message>
    <message>
        <source>There is no question.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <source>There is no request {0}.</source>
        <translation>没有请求 {0}。</translation>
    </message>
    <message>
        <source>There is no revision {0} to start from.</source>
        <translation>没有可作为起点的修订版本 {0}。</translation>
    </message>
    <message>
        <source>There is no sandbox for this system yet; every command asks.</source>
        <translation>此系统尚无沙盒；每条命令都会询问。</translation>
    </message>
    <message>
        <source>There is no session {0} that this one could resume.</source>
        <translation>没有此会话可以继续的会话 {0}。</translation>
    </message>
    <message>
        <source>There is no session {0}.</source>
        <translation>没有会话 {0}。</translation>
    </message>
    <message>
        <source>There is no shell on this machine.</source>
        <translation>这台机器上没有 shell。</translation>
    </message>
    <message>
        <source>There is no skill named {0}.</source>
        <translation>没有名为 {0} 的技能。</translation>
    </message>
    <message>
        <source>There is no space left on the disk of {0}, so no worktree was made.</source>
        <translation>{0} 所在的磁盘空间已满，因此没有创建工作树。</translation>
    </message>
    <message>
        <source>There is no such finding in this review.</source>
        <translation>此次审查中没有这条发现。</translation>
    </message>
    <message>
        <source>There is no such revision or file.</source>
        <translation>没有这样的修订版本或文件。</translation>
    </message>
    <message>
        <source>There is no such summary in this session.</source>
        <translation>此会话中没有这样的摘要。</translation>
    </message>
    <message>
        <source>There is no task named {0}.</source>
        <translation>没有名为 {0} 的任务。</translation>
    </message>
    <message>
        <source>There is no task {0} in this session.</source>
        <translation>此会话中没有任务 {0}。</translation>
    </message>
    <message>
        <source>There is no task {0}.</source>
        <translation>没有任务 {0}。</translation>
    </message>
    <message>
        <source>There is no team named {0} here.</source>
        <translation>此处没有名为 {0} 的团队。</translation>
    </message>
    <message>
        <source>There is no todo list here.</source>
        <translation>这里没有待办列表。</translation>
    </message>
    <message>
        <source>There is no tool named {0}.</source>
        <translation>没有名为 {0} 的工具。</translation>
    </message>
    <message>
        <source>There is no worktree {0}.</source>
        <translation>没有工作树 {0}。</translation>
    </message>
    <message>
        <source>There is nothing to add.</source>
        <translation>没有可添加的内容。</translation>
    </message>
    <message>
        <source>There is nothing to compact yet.</source>
        <translation>还没有可压缩的内容。</translation>
    </message>
    <message>
        <source>There is nothing to fork yet.</source>
        <translation>还没有可分叉的内容。</translation>
    </message>
    <message>
        <source>There is nothing to redo in this session.</source>
        <translation>此会话中没有可重做的内容。</translation>
    </message>
    <message>
        <source>There is nothing to review: {0} change nothing.</source>
        <translation>没有可审查的内容：{0} 没有更改任何内容。</translation>
    </message>
    <message>
        <source>There is nothing to take back.</source>
        <translation>没有可撤回的内容。</translation>
    </message>
    <message>
        <source>There is nothing to try.</source>
        <translation>没有可试的内容。</translation>
    </message>
    <message>
        <source>There was no answer within {0} seconds.</source>
        <translation>{0} 秒内没有响应。</translation>
    </message>
    <message>
        <source>There was no way to look at {0}: {1}.</source>
        <translation>无法查看 {0}：{1}。</translation>
    </message>
    <message>
        <source>These tools can be called from your next step on:</source>
        <translation>从您的下一步起可以调用这些工具：</translation>
    </message>
    <message>
        <source>They are left as they are.</source>
        <translation>它们保持原样。</translation>
    </message>
    <message>
        <source>This always asks a person; no rule can allow it.</source>
        <translation>这始终要询问人；任何规则都不能允许它。</translation>
    </message>
    <message>
        <source>This batch is already stored.</source>
        <translation>这一批已经保存。</translation>
    </message>
    <message>
        <source>This belongs to a session or message that was deleted.</source>
        <translation>这属于已删除的会话或消息。</translation>
    </message>
    <message>
        <source>This is a new session.</source>
        <translation>这是新会话。</translation>
    </message>
    <message>
        <source>This is no longer in the queue.</source>
        <translation>这已不在队列中。</translation>
    </message>
    <message>
        <source>This is not a git repository.</source>
        <translation>这不是 git 仓库。</translation>
    </message>
    <message>
        <source>This is not valid TOML: {0} at the end of the file.</source>
        <translation>不是有效的 TOML：文件末尾 {0}。</translation>
    </message>
    <message>
        <source>This is not valid TOML: {0} in column {1}.</source>
        <translation>不是有效的 TOML：{0}，位于第 {1} 列。</translation>
    </message>
    <message>
        <source>This is not valid TOML: {0}.</source>
        <translation>不是有效的 TOML：{0}。</translation>
    </message>
    <message>
        <source>This needs a person&apos;s permission, and nobody is there to ask: {0}.</source>
        <translation>这需要人的许可，但没有人可以询问：{0}。</translation>
    </message>
    <message>
        <source>This repository has no checked-out files.</source>
        <translation>此仓库没有检出的文件。</translation>
    </message>
    <message>
        <source>This repository has no commits yet.</source>
        <translation>此仓库还没有提交。</translation>
    </message>
    <message>
        <source>This request was answered already.</source>
        <translation>此请求已被答复。</translation>
    </message>
    <message>
        <source>This session now works with {0}.</source>
        <translation>此会话现在使用 {0}。</translation>
    </message>
    <message>
        <source>This system has no keyring that Spinney can use.</source>
        <translation>此系统没有 Spinney 可用的密钥环。</translation>
    </message>
    <message>
        <source>This task works in the worktree of the task that started it.</source>
        <translation>此任务在启动它的任务的工作树中工作。</translation>
    </message>
    <message>
        <source>This was due at {0} and is run late.</source>
        <translation>这本应在 {0} 运行，现在补运行。</translation>
    </message>
    <message>
        <source>This was interrupted: Spinney ended before it was finished.</source>
        <translation>这被中断了：Spinney 在完成之前结束了。</translation>
    </message>
    <message>
        <source>This was not finished when the conversation was exported.</source>
        <translation>导出对话时这尚未完成。</translation>
    </message>
    <message>
        <source>To everyone in the team {0}: {1}</source>
        <translation>致团队 {0} 的所有成员：{1}</translation>
    </message>
    <message>
        <source>Too large or unreadable for checkpoints, and left out: {0}.</source>
        <translation>太大或无法读取，未纳入检查点：{0}。</translation>
    </message>
    <message>
        <source>Try again, or another model.</source>
        <translation>请重试，或换一个模型。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>Try again: a server of your own may still be loading the model.</source>
        <translation>请重试：您自己的服务器可能仍在加载模型。</translation>
    </message>
    <message>
        <source>Uncommitted changes belong to the commit that is checked out, so they do not go with another one to start from.</source>
        <translation>未提交的更改属于当前检出的提交，因此不能与其他起点一起使用。</translation>
    </message>
    <message>
        <source>Unlock it and try again.</source>
        <translation>请解锁后重试。</translation>
    </message>
    <message>
        <source>Unlock it first: git worktree unlock {0}</source>
        <translation>请先解锁该工作树：git worktree unlock {0}</translation>
    </message>
    <message>
        <source>Unlock or restart it and try again.</source>
        <translation>请解锁或重新启动它，然后重试。</translation>
    </message>
    <message>
        <source>Update Spinney, or name another folder with SPINNEY_HOME.</source>
        <translation>请更新 Spinney，或用 SPINNEY_HOME 指定另一个文件夹。</translation>
    </message>
    <message>
        <source>Update it instead of adding it.</source>
        <translation>请更新它，而不是新增。</translation>
    </message>
    <message>
        <source>Use /compact, choose a model with a larger context, or start a new session.</source>
        <translation>请使用 /compact、选择上下文更大的模型，或开始新会话。</translation>
    </message>
    <message>
        <source>Use a name ending in .md.</source>
        <translation>请使用以 .md 结尾的名称。</translation>
    </message>
    <message>
        <source>Use a path that can be followed.</source>
        <translation>请使用可以解析的路径。</translation>
    </message>
    <message>
        <source>Use a smaller offset.</source>
        <translation>请使用更小的 offset。</translation>
    </message>
    <message>
        <source>Use bash with a program that understands it.</source>
        <translation>请用 bash 运行能处理它的程序。</translation>
    </message>
    <message>
        <source>Use bash with sed or a script.</source>
        <translation>请用 bash 运行 sed 或脚本。</translation>
    </message>
    <message>
        <source>Use letters, digits, dots, hyphens and underscores, beginning with a letter or digit.</source>
        <translation>请使用字母、数字、点、连字符和下划线，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>Use list to see what is in it.</source>
        <translation>请用 list 查看其中的内容。</translation>
    </message>
    <message>
        <source>Use only characters that this encoding has, or convert the file first.</source>
        <translation>请只使用此编码中有的字符，或先转换文件。</translation>
    </message>
    <message>
        <source>Use other words, or name a tool exactly.</source>
        <translation>请换用其他词语，或准确写出工具名称。</translation>
    </message>
    <message>
        <source>Use read to see it.</source>
        <translation>请用 read 查看。</translation>
    </message>
    <message>
        <source>Use send_message to tell it something.</source>
        <translation>请使用 send_message 向它说些什么。</translation>
    </message>
    <message>
        <source>Use send_message with to = {0} to tell it something.</source>
        <translation>请使用 send_message 并设 to = {0}，向它说些什么。</translation>
    </message>
    <message>
        <source>Use the options of spinney exec.</source>
        <translation>请使用 spinney exec 的选项。</translation>
    </message>
    <message>
        <source>Use write to make or replace a whole file.</source>
        <translation>请用 write 新建或替换整个文件。</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>使用 {0}</translation>
    </message>
    <message>
        <source>WITH RECURSIVE above (id, parent_id, level) AS (
    SELECT id, parent_id, 0 FROM sessions WHERE id = ?1
    UNION ALL
    SELECT sessions.id, sessions.parent_id, level + 1
    FROM sessions JOIN above ON sessions.id = above.parent_id
)</source>
        <translation>WITH RECURSIVE above (id, parent_id, level) AS (
    SELECT id, parent_id, 0 FROM sessions WHERE id = ?1
    UNION ALL
    SELECT sessions.id, sessions.parent_id, level + 1
    FROM sessions JOIN above ON sessions.id = above.parent_id
)</translation>
    </message>
    <message>
        <source>WITH RECURSIVE below (id, level) AS (
    SELECT ?1, 0
    UNION ALL
    SELECT sessions.id, level + 1 FROM sessions JOIN below ON sessions.parent_id = below.id
)</source>
        <translation>WITH RECURSIVE below (id, level) AS (
    SELECT ?1, 0
    UNION ALL
    SELECT sessions.id, level + 1 FROM sessions JOIN below ON sessions.parent_id = below.id
)</translation>
    </message>
    <message>
        <source>Wait a little and send the message again, or choose another model.</source>
        <translation>请稍等片刻后重新发送消息，或选择另一个模型。</translation>
    </message>
    <message>
        <source>Wait a little and send the message again, or run fewer agents at once.</source>
        <translation>请稍等片刻后重新发送消息，或减少同时运行的智能体。</translation>
    </message>
    <message>
        <source>Wait a little and send the message again.</source>
        <translation>请稍等片刻后重新发送消息。</translation>
    </message>
    <message>
        <source>Wait for it to end, or end it there.</source>
        <translation>请等待它结束，或在那里结束它。</translation>
    </message>
    <message>
        <source>Wait for it to end, or remove the lock file if none is running.</source>
        <translation>请等待它结束；如果没有正在运行的，请删除锁文件。</translation>
    </message>
    <message>
        <source>Wait for it to end, then try again.</source>
        <translation>请等待它结束，然后重试。</translation>
    </message>
    <message>
        <source>Wait for it to finish and try again.</source>
        <translation>请等待它完成，然后重试。</translation>
    </message>
    <message>
        <source>Wait for it to finish, or end it, and try again.</source>
        <translation>请等待它完成或结束它，然后重试。</translation>
    </message>
    <message>
        <source>Wait until it rests, or interrupt it.</source>
        <translation>请等到它空闲，或中断它。</translation>
    </message>
    <message>
        <source>Web addresses with a user name or password in them are not fetched.</source>
        <translation>不会获取带有用户名或密码的网址。</translation>
    </message>
    <message>
        <source>What it said before stays in force.</source>
        <translation>它之前的内容仍然有效。</translation>
    </message>
    <message>
        <source>What must stay is by itself too long for the model.</source>
        <translation>必须保留的内容本身对模型来说就太长了。</translation>
    </message>
    <message>
        <source>What the server answered is not a list of models.</source>
        <translation>服务器返回的不是模型列表。</translation>
    </message>
    <message>
        <source>What was stored before is still there.</source>
        <translation>之前保存的内容仍在。</translation>
    </message>
    <message>
        <source>Where {0} leads cannot be found out: {1}.</source>
        <translation>无法确定 {0} 指向何处：{1}。</translation>
    </message>
    <message>
        <source>Without a description a model cannot tell when to use it.</source>
        <translation>没有描述，模型就无法判断何时使用它。</translation>
    </message>
    <message>
        <source>Work in a clone or a worktree of it.</source>
        <translation>请在它的克隆或工作树中工作。</translation>
    </message>
    <message>
        <source>Works on the project: reads, edits, runs commands and checks the result.</source>
        <translation>处理项目：读取、编辑、运行命令并检查结果。</translation>
    </message>
    <message>
        <source>Write it after /fork.</source>
        <translation>请写在 /fork 之后。</translation>
    </message>
    <message>
        <source>Write it after /side.</source>
        <translation>请写在 /side 之后。</translation>
    </message>
    <message>
        <source>Write it as permission:pattern, such as bash:npm test *.</source>
        <translation>请写成 permission:pattern 的形式，例如 bash:npm test *。</translation>
    </message>
    <message>
        <source>Write it like https://models.example.com/v1.</source>
        <translation>请写成 https://models.example.com/v1 的形式。</translation>
    </message>
    <message>
        <source>Write what must not be forgotten.</source>
        <translation>请写下不能忘记的内容。</translation>
    </message>
    <message>
        <source>Writes the handover when a conversation outgrows the model.</source>
        <translation>在对话超出模型容量时撰写交接说明。</translation>
    </message>
    <message>
        <source>You are {0}, a member of the team {1}.</source>
        <translation>您是 {0}，团队 {1} 的成员。</translation>
    </message>
    <message>
        <source>You can use the key for this run only.</source>
        <translation>您可以仅在本次运行中使用该密钥。</translation>
    </message>
    <message>
        <source>You have an MCP server called {0} yourself; the project&apos;s is ignored.</source>
        <translation>您自己已有名为 {0} 的 MCP 服务器；项目的同名服务器被忽略。</translation>
    </message>
    <message>
        <source>You have no team.</source>
        <translation>您没有团队。</translation>
    </message>
    <message>
        <source>You have spent {0} of {1} {2}.</source>
        <translation>您已花费 {0}，上限为 {1} {2}。</translation>
    </message>
    <message>
        <source>You now work in {0}, a worktree of your own. Files that you read before were those of another checkout: read them again before you change them, and use paths in here only.</source>
        <translation>您现在在自己的工作树 {0} 中工作。您之前读取的文件属于另一个检出：更改之前请重新读取，并且只使用这里的路径。</translation>
    </message>
    <message>
        <source>You were interrupted. Go on with your task from where you were.</source>
        <translation>您被中断了。请从中断处继续您的任务。</translation>
    </message>
    <message>
        <source>Your memory is the folder {0}. You may read and write Markdown files in it without asking; keep {1} short, as an index of the others, and never write down secrets.</source>
        <translation>您的记忆是文件夹 {0}。您可以不经询问读写其中的 Markdown 文件；请让 {1} 保持简短，作为其他文件的索引，并且绝不要写下机密信息。</translation>
    </message>
    <message>
        <source>Your plan was approved by {0}. You may make changes now: carry it out.{1}</source>
        <translation>您的计划已获 {0} 批准。现在可以进行更改：请执行计划。{1}</translation>
    </message>
    <message>
        <source>Your plan was not approved by {0}. Revise it and present it again as your answer; change nothing before it is approved.{1}</source>
        <translation>您的计划未获 {0} 批准。请修改后作为回答重新提出；获批之前不要更改任何内容。{1}</translation>
    </message>
    <message>
        <source>[an image that is too large was left out]</source>
        <translation>[一张过大的图片已略去]</translation>
    </message>
    <message>
        <source>[branch, commit or description]</source>
        <translation>[分支、提交或描述]</translation>
    </message>
    <message>
        <source>[this file cannot be read]</source>
        <translation>[无法读取此文件]</translation>
    </message>
    <message>
        <source>[what to keep in view]</source>
        <translation>[要留意保留的内容]</translation>
    </message>
    <message>
        <source>[what to pay attention to]</source>
        <translation>[要注意的内容]</translation>
    </message>
    <message>
        <source>[{0} is shortened here: read the rest of it yourself.]</source>
        <translation>[{0} 在此处已缩短：其余部分请自行读取。]</translation>
    </message>
    <message>
        <source>[{0} more entries are left out]</source>
        <translation>[另有 {0} 个条目已略去]</translation>
    </message>
    <message>
        <source>[{0} more lines are left out; read the file for the rest]</source>
        <translation>[另有 {0} 行已略去；其余内容请读取文件]</translation>
    </message>
    <message>
        <source>[{0} of {1} characters left out here</source>
        <translation>[此处略去 {0} 个字符，共 {1} 个</translation>
    </message>
    <message>
        <source>[… the beginning is in {0}]
{1}</source>
        <translation>[… 开头部分在 {0} 中]
{1}</translation>
    </message>
    <message>
        <source>a * at the beginning of a key or value must be in quotes</source>
        <translation>键或值开头的 * 必须加引号</translation>
    </message>
    <message>
        <source>a bracket stands inside a word</source>
        <translation>单词内有括号</translation>
    </message>
    <message>
        <source>a command</source>
        <translation>一条命令</translation>
    </message>
    <message>
        <source>a file that Spinney exported begins with its format.</source>
        <translation>Spinney 导出的文件以其格式开头。</translation>
    </message>
    <message>
        <source>a file that agents&apos; settings may use</source>
        <translation>智能体的设置可能使用的文件</translation>
    </message>
    <message>
        <source>a here-document does not end</source>
        <translation>here-document 没有结束</translation>
    </message>
    <message>
        <source>a here-document has an unusual end mark</source>
        <translation>here-document 的结束标记不寻常</translation>
    </message>
    <message>
        <source>a hook needs a command: a line for the shell, or a list of words.</source>
        <translation>钩子需要一条命令：一行 Shell 命令，或一个单词列表。</translation>
    </message>
    <message>
        <source>a hook that is not a command is left out</source>
        <translation>不是命令的钩子已略去</translation>
    </message>
    <message>
        <source>a host sent an unknown delta {0}</source>
        <translation>主机发送了未知的增量 {0}</translation>
    </message>
    <message>
        <source>a line break splits an expansion</source>
        <translation>换行拆开了一个展开式</translation>
    </message>
    <message>
        <source>a link out of the project</source>
        <translation>指向项目之外的链接</translation>
    </message>
    <message>
        <source>a name has letters, digits, - and _ only, at most 40.</source>
        <translation>名称只能包含字母、数字、- 和 _，最多 40 个字符。</translation>
    </message>
    <message>
        <source>a person has to confirm it first.</source>
        <translation>须先由人确认。</translation>
    </message>
    <message>
        <source>a program that hooks may run</source>
        <translation>钩子可能运行的程序</translation>
    </message>
    <message>
        <source>a project may not be given your variables</source>
        <translation>不得将您的变量交给项目</translation>
    </message>
    <message>
        <source>a quote does not close</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>a quoted character does not exist</source>
        <translation>引用的字符不存在</translation>
    </message>
    <message>
        <source>a quoted text is cut short</source>
        <translation>引用的文本被截断</translation>
    </message>
    <message>
        <source>a redirection leads nowhere</source>
        <translation>重定向没有目标</translation>
    </message>
    <message>
        <source>a redirection opens a descriptor by name</source>
        <translation>重定向按名称打开描述符</translation>
    </message>
    <message>
        <source>a redirection reaches the network</source>
        <translation>重定向会访问网络</translation>
    </message>
    <message>
        <source>a second file begins here.</source>
        <translation>第二个文件从这里开始。</translation>
    </message>
    <message>
        <source>a skill: instructions that agents may load</source>
        <translation>技能：智能体可以加载的指示</translation>
    </message>
    <message>
        <source>a test may evaluate what it compares</source>
        <translation>测试可能会对其比较的内容求值</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>allowed because it runs in the sandbox</source>
        <translation>允许，因为它在沙盒中运行</translation>
    </message>
    <message>
        <source>allowed because permissions are bypassed</source>
        <translation>允许，因为已绕过权限</translation>
    </message>
    <message>
        <source>an array index may be evaluated as a command</source>
        <translation>数组下标可能被当作命令求值</translation>
    </message>
    <message>
        <source>an expansion cannot be read</source>
        <translation>无法读取展开式</translation>
    </message>
    <message>
        <source>an expansion decides part of it</source>
        <translation>其中一部分由展开式决定</translation>
    </message>
    <message>
        <source>an expansion decides what runs</source>
        <translation>运行什么由展开式决定</translation>
    </message>
    <message>
        <source>an operator stands where a word should be</source>
        <translation>应为单词的位置出现了运算符</translation>
    </message>
    <message>
        <source>an option names another address</source>
        <translation>有选项指定了另一个地址</translation>
    </message>
    <message>
        <source>arithmetic may evaluate text as a command</source>
        <translation>算术运算可能将文本当作命令求值</translation>
    </message>
    <message>
        <source>at is too far away.</source>
        <translation>at 的时间太远。</translation>
    </message>
    <message>
        <source>at must be a date and time such as 2026-05-01 09:00.</source>
        <translation>at 必须是日期和时间，例如 2026-05-01 09:00。</translation>
    </message>
    <message>
        <source>bisect {0} runs a program</source>
        <translation>bisect {0} 会运行程序</translation>
    </message>
    <message>
        <source>braces expand to several words</source>
        <translation>花括号会展开为多个单词</translation>
    </message>
    <message>
        <source>bubblewrap does not work here ({0}); commands are unconfined.</source>
        <translation>bubblewrap 在此处不可用（{0}）；命令不受限制。</translation>
    </message>
    <message>
        <source>bubblewrap is not installed, so commands run without a sandbox.</source>
        <translation>未安装 bubblewrap，因此命令在没有沙盒的情况下运行。</translation>
    </message>
    <message>
        <source>by the person</source>
        <translation>由人</translation>
    </message>
    <message>
        <source>cd leaves the project</source>
        <translation>cd 会离开项目</translation>
    </message>
    <message>
        <source>context must be fork or inline, not {0}.</source>
        <translation>context 必须是 fork 或 inline，而不是 {0}。</translation>
    </message>
    <message>
        <source>cwd and isolation exclude each other.</source>
        <translation>cwd 与 isolation 不能同时使用。</translation>
    </message>
    <message>
        <source>default_agent is {0}, which {1}.</source>
        <translation>default_agent 为 {0}，它{1}。</translation>
    </message>
    <message>
        <source>did not end within {0} s</source>
        <translation>在 {0} 秒内没有结束</translation>
    </message>
    <message>
        <source>directory must be an absolute path.</source>
        <translation>directory 必须是绝对路径。</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>edit {0} is denied in plan mode</source>
        <translation>计划模式下不允许编辑 {0}</translation>
    </message>
    <message>
        <source>edits inside the project are accepted</source>
        <translation>接受项目内的编辑</translation>
    </message>
    <message>
        <source>entered for this run only</source>
        <translation>仅为本次运行输入</translation>
    </message>
    <message>
        <source>everything that changed since the branch {0}</source>
        <translation>自分支 {0} 以来的全部更改</translation>
    </message>
    <message>
        <source>first checkpoint of {0}</source>
        <translation>{0} 的第一个检查点</translation>
    </message>
    <message>
        <source>found in the bin</source>
        <translation>在回收站中找到</translation>
    </message>
    <message>
        <source>git could not be started: {0}.</source>
        <translation>无法启动 git：{0}。</translation>
    </message>
    <message>
        <source>git must not be pointed at another folder from a worktree; run it in your own.</source>
        <translation>不得在工作树中让 git 指向其他文件夹；请在您自己的文件夹中运行。</translation>
    </message>
    <message>
        <source>git {0} changes what all worktrees share, so it is not run from one.</source>
        <translation>git {0} 会更改所有工作树共用的内容，因此不在工作树中运行。</translation>
    </message>
    <message>
        <source>git {0} is not used by Spinney</source>
        <translation>Spinney 不使用 git {0}</translation>
    </message>
    <message>
        <source>git {0} may be an alias or another program</source>
        <translation>git {0} 可能是别名或其他程序</translation>
    </message>
    <message>
        <source>git {0} must not be given {1}</source>
        <translation>不得为 git {0} 指定 {1}</translation>
    </message>
    <message>
        <source>git {0} took longer than {1} s and was ended.</source>
        <translation>git {0} 用时超过 {1} 秒，已被终止。</translation>
    </message>
    <message>
        <source>git {0} with options is not known to be harmless</source>
        <translation>带选项的 git {0} 不能确定是无害的</translation>
    </message>
    <message>
        <source>git {0} {1} changes what all worktrees share; it is not run here.</source>
        <translation>git {0} {1} 会更改所有工作树共用的内容；不在此处运行。</translation>
    </message>
    <message>
        <source>has changed since you agreed to it</source>
        <translation>自您同意以来已改变</translation>
    </message>
    <message>
        <source>has no description, so a model cannot tell when to use it</source>
        <translation>没有描述，因此模型无法判断何时使用它</translation>
    </message>
    <message>
        <source>has no text</source>
        <translation>没有文本</translation>
    </message>
    <message>
        <source>hook event {0} does not exist here and is left out</source>
        <translation>钩子事件 {0} 在此处不存在，已略去</translation>
    </message>
    <message>
        <source>hooks must be a list or a table of events.</source>
        <translation>hooks 必须是列表或事件表。</translation>
    </message>
    <message>
        <source>hooks.{0} must be a list.</source>
        <translation>hooks.{0} 必须是列表。</translation>
    </message>
    <message>
        <source>ignored files that are copied into new worktrees</source>
        <translation>复制到新工作树中的被忽略文件</translation>
    </message>
    <message>
        <source>in the bin of Spinney</source>
        <translation>在 Spinney 的回收站中</translation>
    </message>
    <message>
        <source>in use by Spinney: {0}</source>
        <translation>Spinney 正在使用：{0}</translation>
    </message>
    <message>
        <source>instructions that every agent here follows</source>
        <translation>此处每个智能体都遵循的指示</translation>
    </message>
    <message>
        <source>is a subagent</source>
        <translation>是子智能体</translation>
    </message>
    <message>
        <source>is hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>it cannot be parsed</source>
        <translation>无法解析</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>it cannot be started</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>it could not be asked</source>
        <translation>无法询问它</translation>
    </message>
    <message>
        <source>it defines a function that may stand in for a command</source>
        <translation>它定义了一个可能冒充命令的函数</translation>
    </message>
    <message>
        <source>it did not answer</source>
        <translation>它没有响应</translation>
    </message>
    <message>
        <source>it does not say what kind of record it is.</source>
        <translation>它没有说明是哪种记录。</translation>
    </message>
    <message>
        <source>it ended without an answer</source>
        <translation>它没有给出回答就结束了</translation>
    </message>
    <message>
        <source>it failed</source>
        <translation>它失败了</translation>
    </message>
    <message>
        <source>it formats a file</source>
        <translation>它会格式化文件</translation>
    </message>
    <message>
        <source>it goes to a session or to a directory, not to both.</source>
        <translation>它只能发往会话或目录之一，不能两者兼有。</translation>
    </message>
    <message>
        <source>it has neither title nor body</source>
        <translation>它既没有标题也没有正文</translation>
    </message>
    <message>
        <source>it has no kind and run.</source>
        <translation>它没有 kind 和 run。</translation>
    </message>
    <message>
        <source>it has no script</source>
        <translation>它没有脚本</translation>
    </message>
    <message>
        <source>it has too many parts to be shown</source>
        <translation>它的部分太多，无法显示</translation>
    </message>
    <message>
        <source>it has too many words to look at each</source>
        <translation>它的词太多，无法逐个检查</translation>
    </message>
    <message>
        <source>it holds a character that could not be read</source>
        <translation>它含有无法读取的字符</translation>
    </message>
    <message>
        <source>it holds an unusual {0}</source>
        <translation>它含有不寻常的 {0}</translation>
    </message>
    <message>
        <source>it holds no record.</source>
        <translation>其中没有记录。</translation>
    </message>
    <message>
        <source>it holds something unknown ({0})</source>
        <translation>它含有未知内容（{0}）</translation>
    </message>
    <message>
        <source>it holds the control character U+{0}</source>
        <translation>它含有控制字符 U+{0}</translation>
    </message>
    <message>
        <source>it holds the invisible character U+{0}</source>
        <translation>它含有不可见字符 U+{0}</translation>
    </message>
    <message>
        <source>it holds the unusual blank U+{0}</source>
        <translation>它含有不寻常的空白字符 U+{0}</translation>
    </message>
    <message>
        <source>it is a link that leads out of the project</source>
        <translation>它是指向项目之外的链接</translation>
    </message>
    <message>
        <source>it is larger than {0} MB</source>
        <translation>它大于 {0} MB</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>它嵌套过深</translation>
    </message>
    <message>
        <source>it is not JSON.</source>
        <translation>它不是 JSON。</translation>
    </message>
    <message>
        <source>it is not a plain file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>it is still starting.</source>
        <translation>它仍在启动。</translation>
    </message>
    <message>
        <source>it is switched off.</source>
        <translation>它已关闭。</translation>
    </message>
    <message>
        <source>it may reach another machine</source>
        <translation>它可能连接另一台机器</translation>
    </message>
    <message>
        <source>it must be a table.</source>
        <translation>它必须是表。</translation>
    </message>
    <message>
        <source>it names the secret file {0}</source>
        <translation>它提到了机密文件 {0}</translation>
    </message>
    <message>
        <source>it needs a command or a url.</source>
        <translation>它需要 command 或 url。</translation>
    </message>
    <message>
        <source>it needs a prompt.</source>
        <translation>它需要提示。</translation>
    </message>
    <message>
        <source>it needs either cron or at.</source>
        <translation>它需要 cron 或 at 之一。</translation>
    </message>
    <message>
        <source>it reaches another machine</source>
        <translation>它会连接另一台机器</translation>
    </message>
    <message>
        <source>it removes variables or functions</source>
        <translation>它会移除变量或函数</translation>
    </message>
    <message>
        <source>it sends more than can be read, and is slowed down</source>
        <translation>它发送的内容多得来不及读取，已被减速</translation>
    </message>
    <message>
        <source>it sends the content of a file</source>
        <translation>它会发送文件的内容</translation>
    </message>
    <message>
        <source>it sets a variable for what follows</source>
        <translation>它为后续命令设置变量</translation>
    </message>
    <message>
        <source>it sets an array for what follows</source>
        <translation>它为后续命令设置数组</translation>
    </message>
    <message>
        <source>it sets variables for what follows</source>
        <translation>它为后续命令设置多个变量</translation>
    </message>
    <message>
        <source>it sets {0} for the command</source>
        <translation>它为该命令设置 {0}</translation>
    </message>
    <message>
        <source>it shows the environment of processes</source>
        <translation>它会显示进程的环境变量</translation>
    </message>
    <message>
        <source>it shows the whole environment</source>
        <translation>它会显示全部环境变量</translation>
    </message>
    <message>
        <source>it was ended.</source>
        <translation>它已被结束。</translation>
    </message>
    <message>
        <source>it writes to a file</source>
        <translation>它会写入文件</translation>
    </message>
    <message>
        <source>its address is not one of the web</source>
        <translation>其地址不是网址</translation>
    </message>
    <message>
        <source>its changes were merged</source>
        <translation>其更改已合并</translation>
    </message>
    <message>
        <source>its description is longer than {0} characters and is cut</source>
        <translation>其描述超过 {0} 个字符，已被截断</translation>
    </message>
    <message>
        <source>its filter reads the environment or other files</source>
        <translation>其过滤器会读取环境变量或其他文件</translation>
    </message>
    <message>
        <source>its further argument {0} does something else</source>
        <translation>其后面的参数 {0} 另有作用</translation>
    </message>
    <message>
        <source>its list could not be read again: {0}</source>
        <translation>无法重新读取其列表：{0}</translation>
    </message>
    <message>
        <source>its program has an odd name</source>
        <translation>其程序名称异常</translation>
    </message>
    <message>
        <source>its program is not to be seen</source>
        <translation>看不出其程序是什么</translation>
    </message>
    <message>
        <source>its program may run programs, write files or read the environment</source>
        <translation>其程序可能运行程序、写文件或读取环境变量</translation>
    </message>
    <message>
        <source>its script may run programs or write files</source>
        <translation>其脚本可能运行程序或写文件</translation>
    </message>
    <message>
        <source>its {0} is not in the file before it.</source>
        <translation>其 {0} 不在之前的文件中。</translation>
    </message>
    <message>
        <source>key {0} is not known and has no effect</source>
        <translation>键 {0} 未知，不起作用</translation>
    </message>
    <message>
        <source>line {0} is not UTF-8 text</source>
        <translation>第 {0} 行不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>making it was interrupted</source>
        <translation>创建过程被中断</translation>
    </message>
    <message>
        <source>memory that is added to an agent&apos;s instructions</source>
        <translation>会加入智能体指示的记忆</translation>
    </message>
    <message>
        <source>model {0} is not configured; the caller&apos;s model is used</source>
        <translation>模型 {0} 未配置；使用调用方的模型</translation>
    </message>
    <message>
        <source>model {0} is not understood; the caller&apos;s model is used</source>
        <translation>无法理解模型 {0}；使用调用方的模型</translation>
    </message>
    <message>
        <source>model {0} is taken to mean {1}</source>
        <translation>模型 {0} 被理解为 {1}</translation>
    </message>
    <message>
        <source>needs no permission</source>
        <translation>无需权限</translation>
    </message>
    <message>
        <source>no rule covers it</source>
        <translation>没有规则涵盖它</translation>
    </message>
    <message>
        <source>not a message: {0}</source>
        <translation>不是消息：{0}</translation>
    </message>
    <message>
        <source>not a model server</source>
        <translation>不是模型服务器</translation>
    </message>
    <message>
        <source>not a path below a folder: {0}</source>
        <translation>不是文件夹下的路径：{0}</translation>
    </message>
    <message>
        <source>not approved</source>
        <translation>未批准</translation>
    </message>
    <message>
        <source>not trusted</source>
        <translation>未受信任</translation>
    </message>
    <message>
        <source>nothing had changed</source>
        <translation>没有任何更改</translation>
    </message>
    <message>
        <source>old_string and new_string are the same; nothing would change.</source>
        <translation>old_string 与 new_string 相同；不会有任何更改。</translation>
    </message>
    <message>
        <source>old_string is empty.</source>
        <translation>old_string 为空。</translation>
    </message>
    <message>
        <source>old_string occurs {0} times in {1} (lines {2}).</source>
        <translation>old_string 在 {1} 中出现 {0} 次（第 {2} 行）。</translation>
    </message>
    <message>
        <source>only a whole value of env or headers may be a variable here</source>
        <translation>此处只有 env 或 headers 的完整值可以是变量</translation>
    </message>
    <message>
        <source>patch is incorrect</source>
        <translation>补丁不正确</translation>
    </message>
    <message>
        <source>permission mode &apos;auto&apos; does not exist here; the caller&apos;s mode is used</source>
        <translation>此处没有权限模式 &apos;auto&apos;；使用调用方的模式</translation>
    </message>
    <message>
        <source>permission must be an action or a table of actions.</source>
        <translation>permission 必须是一个动作或由动作组成的表。</translation>
    </message>
    <message>
        <source>permission_mode {0} is not known.</source>
        <translation>permission_mode {0} 未知。</translation>
    </message>
    <message>
        <source>plan mode asks for commands where there is no sandbox</source>
        <translation>没有沙盒时，计划模式会对命令进行询问</translation>
    </message>
    <message>
        <source>prepares worktrees with:</source>
        <translation>用以下命令准备工作树：</translation>
    </message>
    <message>
        <source>records of the kind {0} are not known.</source>
        <translation>{0} 类型的记录未知。</translation>
    </message>
    <message>
        <source>replaces the built-in agent of this name</source>
        <translation>替换同名的内置智能体</translation>
    </message>
    <message>
        <source>ripgrep is not installed.</source>
        <translation>未安装 ripgrep。</translation>
    </message>
    <message>
        <source>rules that are added to instructions</source>
        <translation>会加入指示的规则</translation>
    </message>
    <message>
        <source>runs by itself:</source>
        <translation>自行运行：</translation>
    </message>
    <message>
        <source>sandbox_mode &apos;danger-full-access&apos; is not taken over: a file grants nothing</source>
        <translation>不采用 sandbox_mode &apos;danger-full-access&apos;：文件不能授予任何权限</translation>
    </message>
    <message>
        <source>sandbox_mode {0} is not known.</source>
        <translation>sandbox_mode {0} 未知。</translation>
    </message>
    <message>
        <source>session not found</source>
        <translation>找不到会话</translation>
    </message>
    <message>
        <source>starts the server</source>
        <translation>启动服务器</translation>
    </message>
    <message>
        <source>text in quotes</source>
        <translation>带引号的文本</translation>
    </message>
    <message>
        <source>text is translated before it is used</source>
        <translation>文本在使用前会被翻译</translation>
    </message>
    <message>
        <source>the attached file is damaged.</source>
        <translation>附加的文件已损坏。</translation>
    </message>
    <message>
        <source>the change that commit {0} made</source>
        <translation>提交 {0} 所做的更改</translation>
    </message>
    <message>
        <source>the key {0} appears twice</source>
        <translation>键 {0} 出现了两次</translation>
    </message>
    <message>
        <source>the line cannot be read as a shell command</source>
        <translation>该行无法作为 Shell 命令读取</translation>
    </message>
    <message>
        <source>the line ends in a backslash</source>
        <translation>该行以反斜杠结尾</translation>
    </message>
    <message>
        <source>the line is not valid text</source>
        <translation>该行不是有效文本</translation>
    </message>
    <message>
        <source>the line is too long to be judged by its parts</source>
        <translation>该行太长，无法逐部分判断</translation>
    </message>
    <message>
        <source>the name of the attached file cannot be used.</source>
        <translation>附加文件的名称无法使用。</translation>
    </message>
    <message>
        <source>the person</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>the provider sent a line that is not JSON</source>
        <translation>提供商发来的一行不是 JSON</translation>
    </message>
    <message>
        <source>the stream ended without a finish reason</source>
        <translation>数据流结束时没有给出结束原因</translation>
    </message>
    <message>
        <source>the text given to it is expanded first</source>
        <translation>给它的文本会先被展开</translation>
    </message>
    <message>
        <source>the todo list is not a list of entries.</source>
        <translation>待办列表不是条目列表。</translation>
    </message>
    <message>
        <source>the transport {0} is not supported; use streamable HTTP.</source>
        <translation>不支持传输方式 {0}；请使用 streamable HTTP。</translation>
    </message>
    <message>
        <source>the uncommitted changes of this repository</source>
        <translation>此仓库未提交的更改</translation>
    </message>
    <message>
        <source>there is another one like it; give it a name of its own.</source>
        <translation>已有另一个与它相同的；请为它另取名称。</translation>
    </message>
    <message>
        <source>there is no command in it</source>
        <translation>其中没有命令</translation>
    </message>
    <message>
        <source>this month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>this run only</source>
        <translation>仅本次运行</translation>
    </message>
    <message>
        <source>this session</source>
        <translation>此会话</translation>
    </message>
    <message>
        <source>this version reads format {0}, not {1}.</source>
        <translation>此版本读取格式 {0}，而非 {1}。</translation>
    </message>
    <message>
        <source>timeout must be a number of seconds above 0.</source>
        <translation>timeout 必须是大于 0 的秒数。</translation>
    </message>
    <message>
        <source>to everyone</source>
        <translation>发给所有人</translation>
    </message>
    <message>
        <source>tool {0} has no counterpart here and is left out</source>
        <translation>工具 {0} 在此没有对应项，已略去</translation>
    </message>
    <message>
        <source>tools.{0} must be true or false.</source>
        <translation>tools.{0} 必须是 true 或 false。</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>two ways of reading it disagree</source>
        <translation>两种解读方式不一致</translation>
    </message>
    <message>
        <source>url must begin with http:// or https://.</source>
        <translation>url 必须以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>was interrupted</source>
        <translation>被中断</translation>
    </message>
    <message>
        <source>was stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>what to do</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>wrote something that is not JSON</source>
        <translation>写出的内容不是 JSON</translation>
    </message>
    <message>
        <source>{0}
[cut here: read the file for the rest]</source>
        <translation>{0}
[在此截断：其余内容请读取文件]</translation>
    </message>
    <message>
        <source>{0}
[shortened: the output has {1} characters]</source>
        <translation>{0}
[已缩短：输出共有 {1} 个字符]</translation>
    </message>
    <message>
        <source>{0} Going back will restore the conversation only.</source>
        <translation>{0} 回退将只恢复对话。</translation>
    </message>
    <message>
        <source>{0} So this is ignored.</source>
        <translation>{0} 因此忽略此项。</translation>
    </message>
    <message>
        <source>{0} The nearest text there is:
{1}</source>
        <translation>{0} 那里最接近的文本是：
{1}</translation>
    </message>
    <message>
        <source>{0} Your files are as they were.</source>
        <translation>{0} 您的文件保持原样。</translation>
    </message>
    <message>
        <source>{0} already exists.</source>
        <translation>{0} 已存在。</translation>
    </message>
    <message>
        <source>{0} answers and can call tools.</source>
        <translation>{0} 能够回答，并且可以调用工具。</translation>
    </message>
    <message>
        <source>{0} answers, but did not call a tool when asked to.</source>
        <translation>{0} 能够回答，但在要求时没有调用工具。</translation>
    </message>
    <message>
        <source>{0} belongs to Spinney itself, which no rule may open to agents</source>
        <translation>{0} 属于 Spinney 自身，任何规则都不能向智能体开放它</translation>
    </message>
    <message>
        <source>{0} belongs to a plugin.</source>
        <translation>{0} 属于插件。</translation>
    </message>
    <message>
        <source>{0} belongs to another checkout, and this command may change it. Work in your own worktree; to use a file from there, copy or read it first in a command of its own.</source>
        <translation>{0} 属于另一个检出，而此命令可能会更改它。请在您自己的工作树中工作；要使用那里的文件，请先用单独的命令复制或读取它。</translation>
    </message>
    <message>
        <source>{0} belongs to no single repository.</source>
        <translation>{0} 不属于任何单一仓库。</translation>
    </message>
    <message>
        <source>{0} belongs to the main checkout or another one, which this agent must not change. Work on {1} in your own worktree instead.</source>
        <translation>{0} 属于主检出或另一个检出，此智能体不得更改它。请改为在您自己的工作树中处理 {1}。</translation>
    </message>
    <message>
        <source>{0} can only be taken as a whole.</source>
        <translation>{0} 只能整体采用。</translation>
    </message>
    <message>
        <source>{0} can run anything</source>
        <translation>{0} 可以运行任何内容</translation>
    </message>
    <message>
        <source>{0} can run anything or change what runs later</source>
        <translation>{0} 可以运行任何内容，或更改之后运行的内容</translation>
    </message>
    <message>
        <source>{0} cannot be a name.</source>
        <translation>{0} 不能用作名称。</translation>
    </message>
    <message>
        <source>{0} cannot be changed because it is not valid TOML: {1}.</source>
        <translation>无法更改 {0}，因为它不是有效的 TOML：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be deleted: {1}.</source>
        <translation>无法删除 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be kept: {1}.</source>
        <translation>无法保留 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be reached at {1}.</source>
        <translation>无法在 {1} 连接到 {0}。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}</source>
        <translation>无法读取 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.{2}</source>
        <translation>无法读取 {0}：{1}。{2}</translation>
    </message>
    <message>
        <source>{0} cannot be the name of an agent.</source>
        <translation>{0} 不能用作智能体的名称。</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}.</source>
        <translation>无法使用 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}{2}. It is ignored.</source>
        <translation>无法使用 {0}：{1}{2}。已忽略。</translation>
    </message>
    <message>
        <source>{0} cannot be written, so no worktree can be made.</source>
        <translation>无法写入 {0}，因此无法创建工作树。</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>无法写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} could not be changed ({1}).</source>
        <translation>无法更改 {0}（{1}）。</translation>
    </message>
    <message>
        <source>{0} could not be deleted completely.</source>
        <translation>未能完全删除 {0}。</translation>
    </message>
    <message>
        <source>{0} could not be fetched: {1}.</source>
        <translation>无法获取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} could not be moved to {1}: {2}.</source>
        <translation>未能将 {0} 移动到 {1}：{2}。</translation>
    </message>
    <message>
        <source>{0} could not be moved.</source>
        <translation>未能移动 {0}。</translation>
    </message>
    <message>
        <source>{0} could not be moved: {1}</source>
        <translation>未能移动 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} could not be started: {1}.</source>
        <translation>未能启动 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} decides what programs and agents may do, so changing it always asks</source>
        <translation>{0} 决定程序和智能体可以做什么，因此更改它总会询问</translation>
    </message>
    <message>
        <source>{0} declined the request because of its content rules.</source>
        <translation>{0} 因其内容规则拒绝了请求。</translation>
    </message>
    <message>
        <source>{0} did not accept the request: {1}</source>
        <translation>{0} 没有接受请求：{1}</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds.</source>
        <translation>{0} 在 {1} 秒内没有回答。</translation>
    </message>
    <message>
        <source>{0} did not begin to answer in time.</source>
        <translation>{0} 没有及时开始回答。</translation>
    </message>
    <message>
        <source>{0} dismissed before.</source>
        <translation>{0} 条先前已忽略。</translation>
    </message>
    <message>
        <source>{0} does not allow this key to use {1}.</source>
        <translation>{0} 不允许此密钥使用 {1}。</translation>
    </message>
    <message>
        <source>{0} does not come from a host</source>
        <translation>{0} 不是来自主机</translation>
    </message>
    <message>
        <source>{0} does not exist.</source>
        <translation>{0} 不存在。</translation>
    </message>
    <message>
        <source>{0} does not know the model {1} or the address {2}.</source>
        <translation>{0} 不认识模型 {1} 或地址 {2}。</translation>
    </message>
    <message>
        <source>{0} exists already.</source>
        <translation>{0} 已存在。</translation>
    </message>
    <message>
        <source>{0} exists already; {1} cannot be moved there.</source>
        <translation>{0} 已存在；无法把 {1} 移到那里。</translation>
    </message>
    <message>
        <source>{0} gives it a command to run</source>
        <translation>{0} 给了它一个要运行的命令</translation>
    </message>
    <message>
        <source>{0} had a failure of its own (status {1}).</source>
        <translation>{0} 自身发生故障（状态 {1}）。</translation>
    </message>
    <message>
        <source>{0} has been changed since.</source>
        <translation>{0} 此后已被更改。</translation>
    </message>
    <message>
        <source>{0} has changed its tool {1} since a person agreed to it.</source>
        <translation>自用户同意之后，{0} 更改了其工具 {1}。</translation>
    </message>
    <message>
        <source>{0} has changed since it was read.</source>
        <translation>{0} 在读取之后已被更改。</translation>
    </message>
    <message>
        <source>{0} has more than {1} new files.</source>
        <translation>{0} 的新文件超过 {1} 个。</translation>
    </message>
    <message>
        <source>{0} has no commits yet.</source>
        <translation>{0} 还没有提交。</translation>
    </message>
    <message>
        <source>{0} has no hunk {1}.</source>
        <translation>{0} 没有更改块 {1}。</translation>
    </message>
    <message>
        <source>{0} has no model named {1} that Spinney knows of.</source>
        <translation>据 Spinney 所知，{0} 没有名为 {1} 的模型。</translation>
    </message>
    <message>
        <source>{0} has no model named {1}.</source>
        <translation>{0} 没有名为 {1} 的模型。</translation>
    </message>
    <message>
        <source>{0} has no plan that waits for an answer.</source>
        <translation>{0} 没有等待答复的计划。</translation>
    </message>
    <message>
        <source>{0} has not been read yet.</source>
        <translation>尚未读取 {0}。</translation>
    </message>
    <message>
        <source>{0} has not changed in the worktree {1}.</source>
        <translation>{0} 在工作树 {1} 中没有更改。</translation>
    </message>
    <message>
        <source>{0} has only {1} lines.</source>
        <translation>{0} 只有 {1} 行。</translation>
    </message>
    <message>
        <source>{0} in the same folder already defines {1}.</source>
        <translation>同一文件夹中的 {0} 已定义 {1}。</translation>
    </message>
    <message>
        <source>{0} is a bare repository without checked-out files.</source>
        <translation>{0} 是没有检出文件的裸仓库。</translation>
    </message>
    <message>
        <source>{0} is a binary file ({1} bytes).</source>
        <translation>{0} 是二进制文件（{1} 字节）。</translation>
    </message>
    <message>
        <source>{0} is a device or pipe, not a file to read.</source>
        <translation>{0} 是设备或管道，不是可读取的文件。</translation>
    </message>
    <message>
        <source>{0} is a file, not a folder.</source>
        <translation>{0} 是文件，不是文件夹。</translation>
    </message>
    <message>
        <source>{0} is a folder.</source>
        <translation>{0} 是文件夹。</translation>
    </message>
    <message>
        <source>{0} is a link that leads out of the project ({1}); it is not followed.</source>
        <translation>{0} 是指向项目之外的链接（{1}）；不会跟随它。</translation>
    </message>
    <message>
        <source>{0} is a link, so it is left alone.</source>
        <translation>{0} 是链接，因此不作处理。</translation>
    </message>
    <message>
        <source>{0} is a link; nothing is put into the bin through it.</source>
        <translation>{0} 是链接；不会通过它将任何内容放入回收站。</translation>
    </message>
    <message>
        <source>{0} is a link; worktrees are not made through it.</source>
        <translation>{0} 是链接；不会通过它创建工作树。</translation>
    </message>
    <message>
        <source>{0} is a name of Spinney&apos;s own.</source>
        <translation>{0} 是 Spinney 自用的名称。</translation>
    </message>
    <message>
        <source>{0} is a shell command; it takes no messages.</source>
        <translation>{0} 是 Shell 命令；它不接收消息。</translation>
    </message>
    <message>
        <source>{0} is called a third time with the same arguments</source>
        <translation>{0} 第三次以相同的参数被调用</translation>
    </message>
    <message>
        <source>{0} is gone, so it cannot be restored.</source>
        <translation>{0} 已不存在，因此无法恢复。</translation>
    </message>
    <message>
        <source>{0} is in the way of the worktree.</source>
        <translation>{0} 妨碍创建工作树。</translation>
    </message>
    <message>
        <source>{0} is in use by something else.</source>
        <translation>{0} 正被其他程序占用。</translation>
    </message>
    <message>
        <source>{0} is laid out in a way that Spinney cannot change.</source>
        <translation>{0} 的写法使 Spinney 无法更改它。</translation>
    </message>
    <message>
        <source>{0} is larger than {1} MB.</source>
        <translation>{0} 大于 {1} MB。</translation>
    </message>
    <message>
        <source>{0} is limited to {1}; that grants nothing, so it still asks</source>
        <translation>{0} 仅限于 {1}；这不授予任何权限，因此仍会询问</translation>
    </message>
    <message>
        <source>{0} is listed in {1} but is not a plain file; it was not copied.</source>
        <translation>{0} 列在 {1} 中，但不是普通文件；未复制。</translation>
    </message>
    <message>
        <source>{0} is more than a project.</source>
        <translation>{0} 的范围大于一个项目。</translation>
    </message>
    <message>
        <source>{0} is neither a file nor a folder.</source>
        <translation>{0} 既不是文件也不是文件夹。</translation>
    </message>
    <message>
        <source>{0} is nested too deeply.{1}</source>
        <translation>{0} 嵌套过深。{1}</translation>
    </message>
    <message>
        <source>{0} is not a checkout of the repository that this worktree belongs to.</source>
        <translation>{0} 不是此工作树所属仓库的检出。</translation>
    </message>
    <message>
        <source>{0} is not a cron expression with five fields.</source>
        <translation>{0} 不是五个字段的 cron 表达式。</translation>
    </message>
    <message>
        <source>{0} is not a file and is not attached.</source>
        <translation>{0} 不是文件，未附加。</translation>
    </message>
    <message>
        <source>{0} is not a file of this memory.</source>
        <translation>{0} 不是此记忆的文件。</translation>
    </message>
    <message>
        <source>{0} is not a folder.</source>
        <translation>{0} 不是文件夹。</translation>
    </message>
    <message>
        <source>{0} is not a path.</source>
        <translation>{0} 不是路径。</translation>
    </message>
    <message>
        <source>{0} is not a plain file of sensible size; it is not used.</source>
        <translation>{0} 不是大小合理的普通文件；不予使用。</translation>
    </message>
    <message>
        <source>{0} is not a regular file.</source>
        <translation>{0} 不是常规文件。</translation>
    </message>
    <message>
        <source>{0} is not a revision.</source>
        <translation>{0} 不是修订版本。</translation>
    </message>
    <message>
        <source>{0} is not a setting.{1} It is ignored.</source>
        <translation>{0} 不是设置项。{1} 已忽略。</translation>
    </message>
    <message>
        <source>{0} is not a valid regular expression: {1}.</source>
        <translation>{0} 不是有效的正则表达式：{1}。</translation>
    </message>
    <message>
        <source>{0} is not a valid web address.</source>
        <translation>{0} 不是有效的网址。</translation>
    </message>
    <message>
        <source>{0} is not a web address.</source>
        <translation>{0} 不是网址。</translation>
    </message>
    <message>
        <source>{0} is not a worktree of a git repository.</source>
        <translation>{0} 不是 git 仓库的工作树。</translation>
    </message>
    <message>
        <source>{0} is not an agent of yours.</source>
        <translation>{0} 不是您的智能体。</translation>
    </message>
    <message>
        <source>{0} is not an image of the kind its name says.</source>
        <translation>{0} 不是其名称所示类型的图片。</translation>
    </message>
    <message>
        <source>{0} is not an object.</source>
        <translation>{0} 不是对象。</translation>
    </message>
    <message>
        <source>{0} is not attached: the mentioned files are too large together.</source>
        <translation>{0} 未附加：提到的文件合计过大。</translation>
    </message>
    <message>
        <source>{0} is not in a git repository, so there can be no worktree of it.</source>
        <translation>{0} 不在 git 仓库中，因此无法为它创建工作树。</translation>
    </message>
    <message>
        <source>{0} is not in a git repository.</source>
        <translation>{0} 不在 git 仓库中。</translation>
    </message>
    <message>
        <source>{0} is not in the bin any more.</source>
        <translation>{0} 已不在回收站中。</translation>
    </message>
    <message>
        <source>{0} is not in the bin, so it is left alone.</source>
        <translation>{0} 不在回收站中，因此不作处理。</translation>
    </message>
    <message>
        <source>{0} is not known to be harmless</source>
        <translation>无法确定 {0} 是否无害</translation>
    </message>
    <message>
        <source>{0} is not known.</source>
        <translation>{0} 未知。</translation>
    </message>
    <message>
        <source>{0} is not text and is not attached.</source>
        <translation>{0} 不是文本，未附加。</translation>
    </message>
    <message>
        <source>{0} is not text but {1}.</source>
        <translation>{0} 不是文本，而是 {1}。</translation>
    </message>
    <message>
        <source>{0} is not the worktree {1} any more.</source>
        <translation>{0} 已不再是工作树 {1}。</translation>
    </message>
    <message>
        <source>{0} is on no branch, so a commit made there could get lost.</source>
        <translation>{0} 不在任何分支上，因此在那里所做的提交可能会丢失。</translation>
    </message>
    <message>
        <source>{0} is on this machine or in a private network.</source>
        <translation>{0} 位于这台机器或专用网络中。</translation>
    </message>
    <message>
        <source>{0} is outside the project.</source>
        <translation>{0} 在项目之外。</translation>
    </message>
    <message>
        <source>{0} is overloaded.</source>
        <translation>{0} 已过载。</translation>
    </message>
    <message>
        <source>{0} is part of the command</source>
        <translation>{0} 是命令的一部分</translation>
    </message>
    <message>
        <source>{0} is the name of an agent that Spinney itself uses.</source>
        <translation>{0} 是 Spinney 自身使用的智能体的名称。</translation>
    </message>
    <message>
        <source>{0} is the same file as {1}, which always asks</source>
        <translation>{0} 与 {1} 是同一文件，而后者总会询问</translation>
    </message>
    <message>
        <source>{0} is too large to be copied into the worktree.</source>
        <translation>{0} 太大，无法复制到工作树中。</translation>
    </message>
    <message>
        <source>{0} is too large to edit here.</source>
        <translation>{0} 太大，无法在这里编辑。</translation>
    </message>
    <message>
        <source>{0} is where a cloud machine keeps its credentials; it is never fetched.</source>
        <translation>{0} 是云主机存放凭据的地方；绝不会获取。</translation>
    </message>
    <message>
        <source>{0} lies behind a link that leads out of {1}.</source>
        <translation>{0} 位于指向 {1} 之外的链接之后。</translation>
    </message>
    <message>
        <source>{0} lies outside the project and is ignored.</source>
        <translation>{0} 位于项目之外，已忽略。</translation>
    </message>
    <message>
        <source>{0} limits how fast requests may be sent.</source>
        <translation>{0} 限制发送请求的速度。</translation>
    </message>
    <message>
        <source>{0} lists more than {1} files; the rest was not copied.</source>
        <translation>{0} 列出的文件超过 {1} 个；其余未复制。</translation>
    </message>
    <message>
        <source>{0} may expand to an option</source>
        <translation>{0} 可能展开为选项</translation>
    </message>
    <message>
        <source>{0} may not be read.</source>
        <translation>不得读取 {0}。</translation>
    </message>
    <message>
        <source>{0} may run anything</source>
        <translation>{0} 可能运行任何内容</translation>
    </message>
    <message>
        <source>{0} may run programs or write files</source>
        <translation>{0} 可能运行程序或写文件</translation>
    </message>
    <message>
        <source>{0} may stand for secret files</source>
        <translation>{0} 可能代表机密文件</translation>
    </message>
    <message>
        <source>{0} must be a list of server names or definitions.</source>
        <translation>{0} 必须是服务器名称或定义的列表。</translation>
    </message>
    <message>
        <source>{0} must be a list of texts.</source>
        <translation>{0} 必须是文本列表。</translation>
    </message>
    <message>
        <source>{0} must be a list of tool names.</source>
        <translation>{0} 必须是工具名称列表。</translation>
    </message>
    <message>
        <source>{0} must be a list.</source>
        <translation>{0} 必须是列表。</translation>
    </message>
    <message>
        <source>{0} must be a number of seconds above 0.</source>
        <translation>{0} 必须是大于 0 的秒数。</translation>
    </message>
    <message>
        <source>{0} must be a number.</source>
        <translation>{0} 必须是数字。</translation>
    </message>
    <message>
        <source>{0} must be a table of texts.</source>
        <translation>{0} 必须是由文本组成的表。</translation>
    </message>
    <message>
        <source>{0} must be a table.</source>
        <translation>{0} 必须是表。</translation>
    </message>
    <message>
        <source>{0} must be a whole number above 0.</source>
        <translation>{0} 必须是大于 0 的整数。</translation>
    </message>
    <message>
        <source>{0} must be allow, ask or deny, not {1}.</source>
        <translation>{0} 必须是 allow、ask 或 deny，而不是 {1}。</translation>
    </message>
    <message>
        <source>{0} must be allow, ask or deny.{1} Until then it asks.</source>
        <translation>{0} 必须是 allow、ask 或 deny。{1} 在此之前会询问。</translation>
    </message>
    <message>
        <source>{0} must be one of {1}, not {2}.</source>
        <translation>{0} 必须是 {1} 之一，而不是 {2}。</translation>
    </message>
    <message>
        <source>{0} must be text.</source>
        <translation>{0} 必须是文本。</translation>
    </message>
    <message>
        <source>{0} must be true or false.</source>
        <translation>{0} 必须是 true 或 false。</translation>
    </message>
    <message>
        <source>{0} must be {1}. It is ignored.</source>
        <translation>{0} 必须是 {1}。已忽略。</translation>
    </message>
    <message>
        <source>{0} names a home folder that is not known.</source>
        <translation>{0} 指定的主文件夹未知。</translation>
    </message>
    <message>
        <source>{0} never comes true.</source>
        <translation>{0} 永远不会成立。</translation>
    </message>
    <message>
        <source>{0} occurs a second time.</source>
        <translation>{0} 第二次出现。</translation>
    </message>
    <message>
        <source>{0} of a plugin&apos;s agent has no effect</source>
        <translation>插件智能体的 {0} 不起作用</translation>
    </message>
    <message>
        <source>{0} old checkpoints were given up to stay within bounds.</source>
        <translation>为保持在限额内，已放弃 {0} 个旧检查点。</translation>
    </message>
    <message>
        <source>{0} presents a plan and waits for an answer.</source>
        <translation>{0} 提出一份计划，正在等待答复。</translation>
    </message>
    <message>
        <source>{0} reads more options from a file</source>
        <translation>{0} 从文件读取更多选项</translation>
    </message>
    <message>
        <source>{0} reads what it runs from its input</source>
        <translation>{0} 从其输入读取要运行的内容</translation>
    </message>
    <message>
        <source>{0} redirects in a circle.</source>
        <translation>{0} 的重定向形成了循环。</translation>
    </message>
    <message>
        <source>{0} refused the key.</source>
        <translation>{0} 拒绝了密钥。</translation>
    </message>
    <message>
        <source>{0} refuses to answer because the account has no credit or quota left.</source>
        <translation>{0} 拒绝回答，因为账户已没有余额或配额。</translation>
    </message>
    <message>
        <source>{0} rows would lose what they belong to.</source>
        <translation>{0} 行将失去其所属对象。</translation>
    </message>
    <message>
        <source>{0} runs in a circle of links.</source>
        <translation>{0} 陷入了链接循环。</translation>
    </message>
    <message>
        <source>{0} runs were missed, the last at {1}; this is one run for all of them.</source>
        <translation>错过了 {0} 次运行，最后一次在 {1}；这一次运行代替所有错过的运行。</translation>
    </message>
    <message>
        <source>{0} runs what it reads</source>
        <translation>{0} 会运行它读取的内容</translation>
    </message>
    <message>
        <source>{0} sets a variable that may run programs</source>
        <translation>{0} 设置了可能运行程序的变量</translation>
    </message>
    <message>
        <source>{0} stands for too many files</source>
        <translation>{0} 代表的文件太多</translation>
    </message>
    <message>
        <source>{0} the key in Settings › Providers. {1}</source>
        <translation>请在“设置 › 提供商”中{0}密钥。{1}</translation>
    </message>
    <message>
        <source>{0} took too long to answer.</source>
        <translation>{0} 回答用时过长。</translation>
    </message>
    <message>
        <source>{0} unknown, it is nested too deeply to be told</source>
        <translation>{0} 未知，嵌套过深，无法判断</translation>
    </message>
    <message>
        <source>{0} was exchanged for a link or something else while it was being used.</source>
        <translation>{0} 在使用过程中被换成了链接或其他内容。</translation>
    </message>
    <message>
        <source>{0} was interrupted. {1}</source>
        <translation>{0} 被中断。{1}</translation>
    </message>
    <message>
        <source>{0} was not run: {1}</source>
        <translation>{0} 未运行：{1}</translation>
    </message>
    <message>
        <source>{0} was told that its plan is {1}.</source>
        <translation>已告知 {0} 其计划{1}。</translation>
    </message>
    <message>
        <source>{0} went silent in the middle of its answer.</source>
        <translation>{0} 在回答中途没有了响应。</translation>
    </message>
    <message>
        <source>{0} {1} changes settings or publishes</source>
        <translation>{0} {1} 会更改设置或发布内容</translation>
    </message>
    <message>
        <source>{0} {1} changes settings that later commands obey</source>
        <translation>{0} {1} 会更改之后的命令所遵循的设置</translation>
    </message>
    <message>
        <source>{0} {1} is allowed by {2}</source>
        <translation>{0} {1} 由规则 {2} 允许</translation>
    </message>
    <message>
        <source>{0} {1} is asked for by {2}</source>
        <translation>{0} {1} 由规则 {2} 要求询问</translation>
    </message>
    <message>
        <source>{0} {1} is denied by {2}</source>
        <translation>{0} {1} 由规则 {2} 拒绝</translation>
    </message>
    <message>
        <source>{0} {1} may run anything</source>
        <translation>{0} {1} 可能运行任何内容</translation>
    </message>
    <message>
        <source>{0} {1} runs a package</source>
        <translation>{0} {1} 会运行软件包</translation>
    </message>
    <message>
        <source>{0} {1} was approved for this {2}</source>
        <translation>{0} {1} 已获批准，范围为此{2}</translation>
    </message>
    <message>
        <source>{0}, and the mode dontAsk turns every question into a no</source>
        <translation>{0}，而 dontAsk 模式会将每个询问都变为拒绝</translation>
    </message>
    <message>
        <source>{0}, changed by {1}</source>
        <translation>{0}，由 {1} 更改</translation>
    </message>
    <message>
        <source>{0}, hook {1}: {2} means nothing here.</source>
        <translation>{0}，钩子 {1}：{2} 在此没有意义。</translation>
    </message>
    <message>
        <source>{0}, so it asks as a whole</source>
        <translation>{0}，因此作为整体询问</translation>
    </message>
    <message>
        <source>{0}, so this is ignored.</source>
        <translation>{0}，因此忽略此项。</translation>
    </message>
    <message>
        <source>{0}, which holds for all agents below</source>
        <translation>{0}，对其下所有智能体有效</translation>
    </message>
    <message>
        <source>{0}.{1} is not an object.</source>
        <translation>{0}.{1} 不是对象。</translation>
    </message>
    <message>
        <source>{0}/ cannot be read: {1}.</source>
        <translation>无法读取 {0}/：{1}。</translation>
    </message>
    <message>
        <source>{0}: MCP server {1} is left out: it asks for a secret of yours.</source>
        <translation>{0}：MCP 服务器 {1} 已略去：它索要您的机密。</translation>
    </message>
    <message>
        <source>{0}: MCP server {1} is left out: {2}.</source>
        <translation>{0}：MCP 服务器 {1} 已略去：{2}。</translation>
    </message>
    <message>
        <source>{0}: MCP server {1} is not a table.</source>
        <translation>{0}：MCP 服务器 {1} 不是表。</translation>
    </message>
    <message>
        <source>{0}: MCP server {1} takes a token from {2}; write it as a header Authorization = &quot;keyring:NAME&quot; in your own config.toml.</source>
        <translation>{0}：MCP 服务器 {1} 从 {2} 获取令牌；请在您自己的 config.toml 中将它写为标头 Authorization = &quot;keyring:NAME&quot;。</translation>
    </message>
    <message>
        <source>{0}: MCP server {1}: {2} has no effect here.</source>
        <translation>{0}：MCP 服务器 {1}：{2} 在此不起作用。</translation>
    </message>
    <message>
        <source>{0}: MCP server {1}: {2} is not supported here.</source>
        <translation>{0}：MCP 服务器 {1}：此处不支持 {2}。</translation>
    </message>
    <message>
        <source>{0}: a project&apos;s rules may only tighten, so this allow is ignored.</source>
        <translation>{0}：项目的规则只能收紧，因此忽略此 allow。</translation>
    </message>
    <message>
        <source>{0}: a server is left out: it asks for a secret of yours.</source>
        <translation>{0}：已略去一个服务器：它索要您的机密。</translation>
    </message>
    <message>
        <source>{0}: its hooks are switched off there, so they are not used here.</source>
        <translation>{0}：其钩子在那里已关闭，因此这里也不使用。</translation>
    </message>
    <message>
        <source>{0}: keys are not kept in files. Store it in the system keyring (Settings, Providers) or name a variable with api_key_env. This is ignored.</source>
        <translation>{0}：密钥不保存在文件中。请将它存入系统密钥环（设置，提供商），或用 api_key_env 指定一个变量。此项已忽略。</translation>
    </message>
    <message>
        <source>{0}: plugins are JavaScript for OpenCode and cannot run here; a [[hooks]] entry with a command does the same.</source>
        <translation>{0}：插件是用于 OpenCode 的 JavaScript，无法在此运行；带有命令的 [[hooks]] 条目可起到同样作用。</translation>
    </message>
    <message>
        <source>{0}: you have a server {1} yourself, so this is ignored.</source>
        <translation>{0}：您自己已有服务器 {1}，因此忽略此项。</translation>
    </message>
    <message>
        <source>{0}: {1} could pass for your {2} and is ignored.</source>
        <translation>{0}：{1} 可能被误认为您的 {2}，已忽略。</translation>
    </message>
    <message>
        <source>{0}: {1}: a hook with {2} cannot be taken over.</source>
        <translation>{0}：{1}：无法采用带有 {2} 的钩子。</translation>
    </message>
    <message>
        <source>{0}: {1}: {2} does not exist here and is ignored.</source>
        <translation>{0}：{1}：{2} 在此不存在，已忽略。</translation>
    </message>
    <message>
        <source>{0}: {1}: {2} means nothing here.</source>
        <translation>{0}：{1}：{2} 在此没有意义。</translation>
    </message>
    <message>
        <source>{0}:{1} is not a rule of your own config.toml.</source>
        <translation>{0}:{1} 不是您自己的 config.toml 中的规则。</translation>
    </message>
    <message>
        <source>{0}; all of it is in {1}: use read with offset and limit, or grep, on that file]</source>
        <translation>{0}；全部内容在 {1} 中：请对该文件使用带 offset 和 limit 的 read，或使用 grep]</translation>
    </message>
    <message>
        <source>{0}A model is written provider/model, for example anthropic/claude-sonnet-4-5.</source>
        <translation>{0}模型的写法为 provider/model，例如 anthropic/claude-sonnet-4-5。</translation>
    </message>
    <message>
        <source>{0}Another server is added as [provider.{1}] with kind and base_url in config.toml.</source>
        <translation>{0}要添加其他服务器，请在 config.toml 中写入 [provider.{1}]，并给出 kind 和 base_url。</translation>
    </message>
    <message>
        <source>{0}Available: {1}.</source>
        <translation>{0}可用：{1}。</translation>
    </message>
    <message>
        <source>{0}If it is new, add [provider.{1}.models.&quot;{2}&quot;] to config.toml.</source>
        <translation>{0}如果它是新的，请将 [provider.{1}.models.&quot;{2}&quot;] 添加到 config.toml。</translation>
    </message>
    <message>
        <source>{0}{1} is not used: {2} defines it too.</source>
        <translation>{0}不使用 {1}：{2} 也定义了它。</translation>
    </message>
    <message>
        <source>{file:{0}} lies outside the project.</source>
        <translation>{file:{0}} 位于项目之外。</translation>
    </message>
    <message>
        <source>“{0}” does not name a model.</source>
        <translation>“{0}”不是模型名称。</translation>
    </message>
    <message>
        <source>“{0}” is not a rule.</source>
        <translation>“{0}”不是规则。</translation>
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
        <translation>token 数；0 表示关闭。不填则为模型上限的 90 %。</translation>
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
        <translation>token</translation>
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
        <translation>上下文（token）</translation>
    </message>
    <message>
        <source>Output, in tokens</source>
        <translation>输出（token）</translation>
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
        <translation>价格按每百万 token 计。您自己的模型的上限和价格可在下方设置。</translation>
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
        <source>Nothing yet. What you always allow is listed here.</source>
        <translation>还没有。您选择“始终允许”的内容会列在这里。</translation>
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
        <source>None yet. You are asked when you open a project.</source>
        <translation>还没有。打开项目时会询问您。</translation>
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
        <source>No files yet.</source>
        <translation>还没有文件。</translation>
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
        <source>No hooks yet. Write one in config.toml, below [[hooks]].</source>
        <translation>还没有钩子。请在 config.toml 的 [[hooks]] 下编写。</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>No hook has run yet.</source>
        <translation>还没有运行过钩子。</translation>
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
        <source>No schedules yet. Add one below.</source>
        <translation>还没有定时任务。请在下方添加。</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>None has run yet.</source>
        <translation>还没有运行过。</translation>
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
        <source>No servers yet. Add one below.</source>
        <translation>还没有服务器。请在下方添加。</translation>
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
        <translation>token 数</translation>
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
        <translation>token</translation>
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
        <translation>不知道所用内容的价格；请看 token 数。</translation>
    </message>
    <message>
        <source>Usage by day</source>
        <translation>每日用量</translation>
    </message>
    <message>
        <source>{cost} for {tokens} tokens</source>
        <translation>{tokens} token，费用 {cost}</translation>
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
